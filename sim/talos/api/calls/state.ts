import { isDeepStrictEqual } from 'node:util'
import type { MessageInitShape } from '@bufbuild/protobuf'
import { timestampFromMs } from '@bufbuild/protobuf/wkt'
import { Code, ConnectError, type HandlerContext, type ServiceImpl } from '@connectrpc/connect'
import {
  type EventSchema,
  EventType,
  type ResourceSchema,
  type State,
  type WatchRequest,
} from '../../../../src/talos/gen/cosi/state_pb.ts'
import { type DescribedKind, kindOfType } from '../../cosi/kinds.ts'
import { matching } from '../../cosi/query.ts'
import { readResources, type SeenResource } from '../../cosi/read.ts'
import { minorOf } from '../../version.ts'
import { notAuthorized } from '../authorize.ts'
import { changesOf } from '../changes.ts'
import { callerOf, goingDown, targetOf } from '../target.ts'

interface Place {
  readonly type: string
  readonly namespace: string
}

/** Reading of resources; writing is not for callers. */
export const stateCalls: ServiceImpl<typeof State> = {
  get(request, context) {
    const kind = kindFor(request, context)
    const found = readResources(targetOf(context), kind).find(({ id }) => id === request.id)
    if (found !== undefined) return { resource: wire(found) }
    const what = `${request.type}(${request.namespace}/${request.id}@undefined)`
    throw new ConnectError(`resource ${what} doesn't exist`, Code.NotFound)
  },
  async *list(request, context) {
    const kind = kindFor(request, context)
    const isWanted = matching(request.options)
    for (const found of readResources(targetOf(context), kind)) if (isWanted(found)) yield { resource: wire(found) }
  },
  async *watch(request, context) {
    const kind = kindFor(request, context)
    yield { event: [] }
    yield* follow(kind, request, context)
  },
}

/** First what there is, then every change. */
async function* follow(kind: DescribedKind, { id, options }: WatchRequest, context: HandlerContext) {
  const node = targetOf(context)
  const isWanted = matching(options)
  let known: ReadonlyMap<string, SeenResource> | undefined
  for await (const _ of changesOf(node, context.signal)) {
    const found = new Map(
      readResources(node, kind)
        .filter((one) => (id === undefined ? isWanted(one) : one.id === id))
        .map((one) => [one.id, one]),
    )
    const isFirst = known === undefined
    const wanted = !isFirst || id !== undefined || options?.bootstrapContents === true
    const events = wanted ? [...differences(known ?? new Map(), found)] : []
    if (isFirst && id !== undefined && found.size === 0) events.push(tombstone(kind, id))
    if (isFirst && options?.bootstrapContents === true) events.push({ eventType: EventType.BOOTSTRAPPED })
    known = found
    if (options?.aggregated === true && events.length > 0) yield { event: events }
    else for (const event of events) yield { event: [event] }
  }
  if (!context.signal.aborted) throw goingDown()
}

type WireEvent = MessageInitShape<typeof EventSchema>

function* differences(
  before: ReadonlyMap<string, SeenResource>,
  after: ReadonlyMap<string, SeenResource>,
): Generator<WireEvent> {
  for (const [id, old] of before) {
    if (!after.has(id)) yield { eventType: EventType.DESTROYED, resource: wire(old) }
  }
  for (const [id, fresh] of after) {
    const old = before.get(id)
    if (old === undefined) yield { eventType: EventType.CREATED, resource: wire(fresh) }
    else if (old.version !== fresh.version || !isDeepStrictEqual(old.yaml, fresh.yaml)) {
      yield { eventType: EventType.UPDATED, resource: wire(fresh), old: wire(old) }
    }
  }
}

const tombstone = ({ type, definition }: DescribedKind, id: string): WireEvent => ({
  eventType: EventType.DESTROYED,
  resource: { metadata: { namespace: definition.namespace, type, id, version: 'undefined', phase: 'tearingDown' } },
})

/** The kind that a caller asks for, if they may see it. */
function kindFor({ type, namespace }: Place, context: HandlerContext): DescribedKind {
  const kind = kindOfType(type)
  const version = minorOf(targetOf(context))
  if (kind === undefined || !kind.definition.exists(version)) {
    throw new ConnectError(`resource type ${JSON.stringify(type)} is not supported`, Code.PermissionDenied)
  }
  if (kind.definition.namespace !== namespace) throw notAuthorized()
  if (kind.definition.isSensitive(version) && !callerOf(context).roles.includes('os:admin')) throw notAuthorized()
  return kind
}

function wire(found: SeenResource): MessageInitShape<typeof ResourceSchema> {
  const { kind, id, version, owner, created, updated, yaml, proto, labels, annotations } = found
  return {
    metadata: {
      namespace: kind.definition.namespace,
      type: kind.type,
      id,
      version: String(version),
      owner,
      phase: 'running',
      created: timestampFromMs(Math.floor(created)),
      updated: timestampFromMs(Math.floor(updated)),
      labels: { ...labels },
      annotations: { ...annotations },
    },
    spec: { protoSpec: proto, yamlSpec: yaml },
  }
}
