import { type Api, newUid, timestamp } from '../api.ts'
import { isObject, type Json, type JsonObject, listAt, numberAt, objectAt, textAt } from '../json.ts'
import type { KubeObject } from '../object.ts'
import type { Target } from '../operations/request.ts'
import { requireObject } from '../operations/update.ts'
import { badRequest, conflict, invalid, Refusal } from '../status.ts'
import { usernameOf } from './account.ts'

const KIND = { group: 'authentication.k8s.io', kind: 'TokenRequest' }
const USUAL_SECONDS = 3600
const SHORTEST_SECONDS = 600
const LONGEST_SECONDS = 2 ** 32

/** Issues the token that is asked for, and answers the request with it. */
export function requestToken(api: Api, target: Target, body: Json): JsonObject {
  const asked = isObject(body) ? body : {}
  const account = requireObject(api, target)
  requireOwnName(target, asked)
  const { tokens } = api
  if (tokens === undefined)
    throw new Refusal(500, 'InternalError', 'Internal error occurred: this server has no key for service accounts')
  const seconds = numberAt(asked, 'spec', 'expirationSeconds') ?? USUAL_SECONDS
  requireLifetime(seconds)
  const said = listAt(asked, 'spec', 'audiences').filter((each) => typeof each === 'string')
  const audiences = said.length === 0 ? [tokens.url] : said
  const ref = objectAt(asked, 'spec').boundObjectRef
  const bound = isObject(ref) ? boundTo(api, target, ref) : {}
  const { name, namespace = '', uid } = account.metadata
  const now = Math.floor(api.clock.now() / 1000)
  const token = tokens.issue({
    aud: audiences,
    exp: now + seconds,
    iat: now,
    jti: newUid(),
    nbf: now,
    sub: usernameOf(namespace, name),
    'kubernetes.io': { namespace, ...bound, serviceaccount: { name, uid } },
  })
  return {
    kind: 'TokenRequest',
    apiVersion: 'authentication.k8s.io/v1',
    metadata: { name, namespace, creationTimestamp: timestamp(api) },
    spec: { audiences, expirationSeconds: seconds, boundObjectRef: ref ?? null },
    status: { token, expirationTimestamp: timestamp(api, seconds * 1000) },
  }
}

function requireOwnName({ name, namespace }: Target, asked: JsonObject): void {
  for (const [key, own] of Object.entries({ name, namespace })) {
    const said = textAt(asked, 'metadata', key)
    if (said === '' || said === own) continue
    const message = `Invalid value: ${JSON.stringify(said)}: must match the service account ${key} if specified`
    throw invalid(KIND, name, [{ reason: 'FieldValueInvalid', field: `metadata.${key}`, message }])
  }
}

function requireLifetime(seconds: number): void {
  const fault =
    seconds < SHORTEST_SECONDS
      ? 'may not specify a duration less than 10 minutes'
      : seconds > LONGEST_SECONDS
        ? 'may not specify a duration larger than 2^32 seconds'
        : undefined
  if (fault === undefined) return
  const message = `Invalid value: ${seconds}: ${fault}`
  throw invalid(KIND, '', [{ reason: 'FieldValueInvalid', field: 'spec.expirationSeconds', message }])
}

/** What a token can be bound to, and where that is kept. */
const BINDABLE: Readonly<Record<string, string>> = { Pod: '/pods', Secret: '/secrets', Node: '/nodes' }

/** What a token says of the object with which it ends; a pod brings its node along. */
function boundTo(api: Api, { namespace, name: account }: Target, ref: JsonObject): JsonObject {
  const kind = textAt(ref, 'kind')
  const storage = textAt(ref, 'apiVersion') === 'v1' ? BINDABLE[kind] : undefined
  if (storage === undefined)
    throw badRequest(`cannot bind token to object of type ${textAt(ref, 'apiVersion')}, Kind=${kind}`)
  const resource = api.registry.stored(storage)
  const name = textAt(ref, 'name')
  const found = requireObject(api, { resource, name, ...(resource.namespaced ? { namespace } : {}) })
  if (kind === 'Pod' && (textAt(found, 'spec', 'serviceAccountName') || 'default') !== account)
    throw badRequest(
      `cannot bind token for serviceaccount ${JSON.stringify(account)} to pod running with different serviceaccount name.`,
    )
  const uid = textAt(ref, 'uid')
  if (uid !== '' && uid !== found.metadata.uid) {
    const why = `the UID in the bound object reference (${uid}) does not match the UID in record. The object might have been deleted and then recreated`
    throw conflict({ group: '', resource: kind }, name, why)
  }
  const node = kind === 'Pod' ? api.store.get('/nodes', textAt(found, 'spec', 'nodeName')) : undefined
  return { ...(node === undefined ? {} : { node: reference(node) }), [kind.toLowerCase()]: reference(found) }
}

const reference = ({ metadata: { name, uid } }: KubeObject): JsonObject => ({ name, uid })
