import type { Api } from '../api.ts'
import { isObject, type JsonObject, listAt, numberAt, objectAt, textAt } from '../json.ts'
import type { User } from '../operations/request.ts'
import { groupsOf, usernameOf } from './account.ts'

/** Whom a token shows, and of whom it was meant for the ones that were asked about; or why it shows nobody. */
export type Authenticated =
  | { readonly user: User; readonly audiences: readonly string[] }
  | { readonly refused: string | undefined }

/** How far clocks may be apart. */
const LEEWAY_SECONDS = 60

/** Looks whom a token shows to one of these audiences; the API itself where none is named. */
export function authenticate(api: Api, token: string, wanted: readonly string[] = []): Authenticated {
  const read = api.tokens?.read(token)
  if (api.tokens === undefined || read === undefined || read.kind === 'foreign') return { refused: undefined }
  if (read.kind === 'forged') return { refused: 'go-jose/go-jose: error in cryptographic primitive' }
  const { claims } = read
  const asked = wanted.length === 0 ? [api.tokens.url] : wanted
  const own = listAt(claims, 'aud').filter((each) => typeof each === 'string')
  const audiences = own.filter((each) => asked.includes(each))
  if (audiences.length === 0)
    return { refused: `token audiences ${quoted(own)} is invalid for the target audiences ${quoted(asked)}` }
  const refused = timeFault(claims, api.clock.now() / 1000) ?? boundFault(api, objectAt(claims, 'kubernetes.io'))
  return refused === undefined ? { user: userOf(claims), audiences } : { refused }
}

/** Why a token shows nobody, as the server says it where one way after the other has failed. */
export const refusalText = (refused: string | undefined): string =>
  refused === undefined ? 'invalid bearer token' : `[invalid bearer token, ${refused}]`

const quoted = (list: readonly string[]): string => `[${list.map((each) => JSON.stringify(each)).join(' ')}]`

function timeFault(claims: JsonObject, now: number): string | undefined {
  if (now - LEEWAY_SECONDS > (numberAt(claims, 'exp') ?? 0)) return 'service account token has expired'
  return now + LEEWAY_SECONDS < (numberAt(claims, 'nbf') ?? 0) ? 'service account token is not valid yet' : undefined
}

/** A token ends with its account, and with what it is bound to; of a pod's node it only tells. */
function boundFault({ store }: Api, { namespace, serviceaccount, pod, secret, node }: JsonObject): string | undefined {
  const [account, space] = [textAt({ serviceaccount }, 'serviceaccount', 'name'), textAt({ namespace }, 'namespace')]
  const found = store.get('/serviceaccounts', `${space}/${account}`)
  if (found === undefined) return `serviceaccounts ${JSON.stringify(account)} not found`
  const claimed = textAt({ serviceaccount }, 'serviceaccount', 'uid')
  if (found.metadata.uid !== claimed)
    return `service account UID (${found.metadata.uid}) does not match claim (${claimed})`
  const bound = [
    { storage: '/pods', ref: pod, prefix: `${space}/` },
    { storage: '/secrets', ref: secret, prefix: `${space}/` },
    { storage: '/nodes', ref: pod === undefined ? node : undefined, prefix: '' },
  ]
  const isGone = bound.some(({ storage, ref, prefix }) => {
    if (!isObject(ref)) return false
    const held = store.get(storage, `${prefix}${textAt(ref, 'name')}`)
    return held === undefined || held.metadata.uid !== textAt(ref, 'uid')
  })
  return isGone ? 'service account token has been invalidated' : undefined
}

function userOf(claims: JsonObject): User {
  const { namespace, serviceaccount, pod, node } = objectAt(claims, 'kubernetes.io')
  const space = textAt({ namespace }, 'namespace')
  const told = { 'credential-id': `JTI=${textAt(claims, 'jti')}`, ...about('pod', pod), ...about('node', node) }
  return {
    name: usernameOf(space, textAt({ serviceaccount }, 'serviceaccount', 'name')),
    uid: textAt({ serviceaccount }, 'serviceaccount', 'uid'),
    groups: groupsOf(space),
    extra: Object.fromEntries(
      Object.entries(told).map(([key, value]) => [`authentication.kubernetes.io/${key}`, [value]]),
    ),
  }
}

const about = (what: string, ref: JsonObject[string] | undefined): Readonly<Record<string, string>> =>
  isObject(ref) ? { [`${what}-name`]: textAt(ref, 'name'), [`${what}-uid`]: textAt(ref, 'uid') } : {}
