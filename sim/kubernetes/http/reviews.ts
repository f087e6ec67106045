import type { Api } from '../api.ts'
import { isObject, type Json, type JsonObject, listAt, objectAt, textAt } from '../json.ts'
import type { User } from '../operations/request.ts'
import { type Attempt, isAllowed, rulesFor } from './authorize.ts'

type Review = (api: Api, body: JsonObject, user: User) => JsonObject

/** Questions that are answered and not kept, by where they would be. */
const REVIEWS: Readonly<Record<string, Review>> = {
  'authorization.k8s.io/selfsubjectaccessreviews': (api, body, user) => access(api, objectAt(body, 'spec'), user),
  'authorization.k8s.io/localsubjectaccessreviews': (api, body) => access(api, objectAt(body, 'spec'), subject(body)),
  'authorization.k8s.io/subjectaccessreviews': (api, body) => access(api, objectAt(body, 'spec'), subject(body)),
  'authorization.k8s.io/selfsubjectrulesreviews': (api, body, user) => {
    const rules = rulesFor(api, user, textAt(body, 'spec', 'namespace') || undefined)
    const everything = { verbs: ['*'], apiGroups: ['*'], resources: ['*'] }
    const isMaster = user.groups.includes('system:masters')
    return {
      resourceRules: isMaster ? [everything] : rules.filter((rule) => listAt(rule, 'resources').length > 0),
      nonResourceRules: isMaster
        ? [{ verbs: ['*'], nonResourceURLs: ['*'] }]
        : rules.filter((rule) => listAt(rule, 'nonResourceURLs').length > 0),
      incomplete: false,
    }
  },
  'authentication.k8s.io/selfsubjectreviews': (_api, _body, user) => ({
    userInfo: { username: user.name, groups: user.groups },
  }),
  'authentication.k8s.io/tokenreviews': () => ({ authenticated: false, error: 'invalid bearer token' }),
}

/** Answers a question about rights or identity; `undefined` for what is none. */
export function review(api: Api, storage: string, body: Json, user: User): JsonObject | undefined {
  const answer = REVIEWS[storage]
  if (answer === undefined || !isObject(body)) return undefined
  return { ...body, metadata: { creationTimestamp: null }, status: answer(api, body, user) }
}

function subject(body: JsonObject): User {
  const groups = listAt(body, 'spec', 'groups').filter((group) => typeof group === 'string')
  return { name: textAt(body, 'spec', 'user'), groups }
}

function access(api: Api, spec: JsonObject, user: User): JsonObject {
  const { resourceAttributes: wanted, nonResourceAttributes: path } = spec
  const attempt: Attempt = isObject(wanted)
    ? {
        kind: 'resource',
        verb: textAt(wanted, 'verb'),
        group: textAt(wanted, 'group'),
        resource: [textAt(wanted, 'resource'), textAt(wanted, 'subresource')].filter((part) => part !== '').join('/'),
        namespace: textAt(wanted, 'namespace') || undefined,
        name: textAt(wanted, 'name') || undefined,
      }
    : {
        kind: 'path',
        verb: textAt(objectAt({ path }, 'path'), 'verb'),
        path: textAt(objectAt({ path }, 'path'), 'path'),
      }
  return { allowed: isAllowed(api, user, attempt) }
}
