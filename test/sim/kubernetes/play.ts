import { openApi } from '../../../sim/kubernetes/api.ts'
import { customResourceController } from '../../../sim/kubernetes/controllers/custom-resource.ts'
import { handleRequest } from '../../../sim/kubernetes/http/handle.ts'
import { isList, isObject, type Json, type JsonObject, textAt } from '../../../sim/kubernetes/json.ts'
import { emptyKubernetes } from '../../../sim/kubernetes/state.ts'
import { manualClock } from '../../talos/manual-clock.ts'
import { type Change, SUBJECT_NAME, type Subject, WIDGETS } from './histories.ts'

/** What an API server says to a request. */
export interface Answer {
  readonly status: number
  readonly body: Json
}

/** An API server without controllers, so that nothing changes but by requests. */
export type Server = (request: {
  readonly method: string
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly contentType?: string
  readonly body?: unknown
}) => Promise<Answer>

/** A simulated server that knows the custom resource. */
export function simulatedServer(): Server {
  const api = openApi(emptyKubernetes('v1.35.4'), manualClock(0))
  const server: Server = async ({ method, path, query = {}, contentType = 'application/json', body }) => {
    const answer = handleRequest(api, {
      method,
      path,
      query: new URLSearchParams(query),
      accept: 'application/json',
      contentType,
      userAgent: 'test',
      body: Buffer.from(body === undefined ? '' : JSON.stringify(body)),
      user: { name: 'admin', groups: ['system:masters', 'system:authenticated'] },
    })
    customResourceController.reconcile(api, WIDGETS.metadata.name)
    if (answer.kind !== 'json') throw new Error('the answer is no JSON')
    return { status: answer.status, body: answer.body }
  }
  return server
}

/** Makes what histories need; a definition is served a moment later. */
export async function prepare(server: Server): Promise<void> {
  const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
  await server({ method: 'POST', path, body: WIDGETS })
}

/** Lets one object go through its history in a namespace of its own, and tells what was answered. */
export async function play(server: Server, subject: Subject, namespace: string, changes: readonly Change[]) {
  await server({
    method: 'POST',
    path: '/api/v1/namespaces',
    body: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
  })
  const collection = subject.collection(namespace)
  const answers: Answer[] = []
  for (const { method, ...rest } of changes) {
    const path = method === 'POST' ? collection : `${collection}/${SUBJECT_NAME}`
    answers.push(comparable(await server({ method, path, ...rest })))
  }
  return answers
}

/** An answer without what differs between two servers by nature. */
function comparable({ status, body }: Answer): Answer {
  if (!isObject(body)) return { status, body }
  return { status, body: body.kind === 'Status' ? withSortedCauses(body) : withoutChance(body) }
}

// Those of several managers come in any order.
function withSortedCauses(status: JsonObject): JsonObject {
  const { details } = status
  if (!isObject(details) || !isList(details.causes)) return status
  return { ...status, details: { ...details, causes: details.causes.toSorted(byText) } }
}

const byText = (a: Json, b: Json): number => (causeText(a) < causeText(b) ? -1 : 1)
const causeText = (cause: Json): string => `${textAt(cause, 'message')} ${textAt(cause, 'field')}`

function withoutChance(object: JsonObject): JsonObject {
  const { metadata, spec } = object
  if (!isObject(metadata)) return object
  const { uid: _u, resourceVersion: _r, creationTimestamp: _c, managedFields = [], ...rest } = metadata
  const entries = (isList(managedFields) ? managedFields : []).filter(isObject).map(({ time: _t, ...entry }) => entry)
  return {
    ...object,
    metadata: { ...rest, ...(entries.length === 0 ? {} : { managedFields: entries.toSorted(byManager) }) },
    ...(isObject(spec) && object.kind === 'Service' ? { spec: withoutAddress(spec) } : {}),
  }
}

const byManager = (a: JsonObject, b: JsonObject): number => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0)
const key = ({ operation, manager, subresource }: JsonObject): string => `${operation} ${manager} ${subresource}`

function withoutAddress(spec: JsonObject): JsonObject {
  const { clusterIP, clusterIPs, ...rest } = spec
  return {
    ...rest,
    ...(clusterIP === undefined ? {} : { clusterIP: 'an address' }),
    ...(isList(clusterIPs) ? { clusterIPs: clusterIPs.map(() => 'an address') } : {}),
  }
}
