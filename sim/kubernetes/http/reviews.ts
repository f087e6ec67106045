import type { Api } from '../api.ts'
import { isObject, type Json, type JsonObject, listAt, objectAt, textAt } from '../json.ts'
import type { User } from '../operations/request.ts'
import { badRequest } from '../status.ts'
import { authenticate, refusalText } from '../tokens/authenticate.ts'
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
    userInfo: userInfo(user),
  }),
  'authentication.k8s.io/tokenreviews': (api, body) => {
    const token = textAt(body, 'spec', 'token')
    if (token === '') throw badRequest('token is required for TokenReview in authentication')
    const audiences = listAt(body, 'spec', 'audiences').filter((each) => typeof each === 'string')
    const found = authenticate(api, token, audiences)
    if (!('user' in found)) return { user: {}, error: refusalText(found.refused) }
    return { authenticated: true, user: userInfo(found.user), audiences: found.audiences }
  },
}

/** Answers a question about rights or identity; `undefined` for what is none. */
export function review(api: Api, storage: string, body: Json, user: User): JsonObject | undefined {
  const answer = REVIEWS[storage]
  if (answer === undefined || !isObject(body)) return undefined
  return { ...body, metadata: { creationTimestamp: null }, status: answer(api, body, user) }
}

const userInfo = ({ name, uid, groups, extra }: User): JsonObject => ({
  username: name,
  ...(uid === undefined ? {} : { uid }),
  groups,
  ...(extra === undefined ? {} : { extra }),
})

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
