import type { Api } from '../api.ts'
import { aggregatedDiscovery, groupList, groupOf, resourceList, wantsAggregated } from '../discovery/discovery.ts'
import { openApiIndex, openApiOf } from '../discovery/openapi.ts'
import { remoteAt } from '../discovery/remote.ts'
import type { User } from '../operations/request.ts'
import { noSuchPath, Refusal, refusalBody } from '../status.ts'
import { authenticate } from '../tokens/authenticate.ts'
import { type Attempt, forbidden, isAllowed } from './authorize.ts'
import { type ApiAnswer, type ApiRequest, json } from './request.ts'
import { resourceCall } from './resource-calls.ts'
import { findRoute, verbOf } from './route.ts'

// Everybody may look whether the server is well.
const OPEN_PATHS = /^\/(healthz|livez|readyz)(\/|$)/

/** Answers one request. */
export function handleRequest(api: Api, request: ApiRequest): ApiAnswer {
  try {
    return answer(api, request)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const retryAfter = error.details?.retryAfterSeconds
    const body = refusalBody(error)
    return { kind: 'json', status: error.code, body, ...(retryAfter === undefined ? {} : { retryAfter }) }
  }
}

function answer(api: Api, request: ApiRequest): ApiAnswer {
  const { path, method, query } = request
  if (OPEN_PATHS.test(path)) return health(path, query)
  const user = requester(api, request)
  const route = findRoute(api.registry, path)
  if (route === undefined) {
    const attempt: Attempt = { kind: 'path', verb: method.toLowerCase(), path }
    if (!isAllowed(api, user, attempt)) throw forbidden(user, attempt)
    if (remoteAt(api, path) !== undefined) return UNAVAILABLE
    return fixedPath(api, request) ?? unknownPath()
  }
  const isWatch = query.get('watch') === 'true' || query.get('watch') === '1'
  const verb = verbOf(method, route, isWatch)
  const sub = route.subresource
  const attempt: Attempt = {
    kind: 'resource',
    verb,
    group: route.resource.group,
    resource: route.resource.resource + (sub === undefined ? '' : `/${sub}`),
    namespace: route.namespace,
    name: route.name,
  }
  if (!isAllowed(api, user, attempt)) throw forbidden(user, attempt)
  return resourceCall({ api, request, route, user, warnings: [] }, verb)
}

/** What is answered in place of a server that does not. */
const UNAVAILABLE: ApiAnswer = { kind: 'text', status: 503, body: 'service unavailable\n' }

/** Who asks: whoever has logged in, or somebody else as whom that one may act. */
function requester(api: Api, request: ApiRequest): User {
  const { actingAs } = request
  const user = request.user ?? bearerOf(api, request)
  if (user === undefined) throw new Refusal(401, 'Unauthorized', 'Unauthorized')
  if (actingAs === undefined) return user
  const names = [['users', actingAs.name], ...actingAs.groups.map((group) => ['groups', group])]
  for (const [resource = '', name] of names) {
    const common = { kind: 'resource', verb: 'impersonate', group: '', namespace: undefined } as const
    const attempt: Attempt = { ...common, resource, name }
    if (!isAllowed(api, user, attempt)) throw forbidden(user, attempt)
  }
  return { name: actingAs.name, groups: [...new Set([...actingAs.groups, 'system:authenticated'])] }
}

function bearerOf(api: Api, { bearer }: ApiRequest): User | undefined {
  const found = bearer === undefined ? undefined : authenticate(api, bearer)
  return found !== undefined && 'user' in found ? found.user : undefined
}

function unknownPath(): ApiAnswer {
  throw noSuchPath()
}

function health(path: string, query: URLSearchParams): ApiAnswer {
  const name = path.split('/')[1]
  const checks = ['ping', 'log', 'etcd', 'poststarthook/rbac/bootstrap-roles']
  const lines = checks.map((check) => `[+]${check} ok\n`).join('')
  return { kind: 'text', status: 200, body: query.has('verbose') ? `${lines}${name} check passed\n` : 'ok' }
}

function fixedPath(api: Api, request: ApiRequest): ApiAnswer | undefined {
  const parts = request.path.split('/').filter((part) => part !== '')
  const [root, first, second] = parts
  switch (root) {
    case 'version':
      return json(versionOf(api))
    case 'openapi':
      return openApi(api, parts.slice(1))
    case 'api':
      if (first === undefined) return wantsAggregated(request.accept) ? aggregated(api, 'core') : json(CORE_VERSIONS)
      return first === 'v1' && parts.length === 2 ? json(resourceList(api, '', 'v1') ?? {}) : undefined
    case 'apis': {
      if (first === undefined) return wantsAggregated(request.accept) ? aggregated(api, 'groups') : json(groupList(api))
      const found = second === undefined ? groupOf(api, first) : resourceList(api, first, second)
      return found === undefined || parts.length > 3 ? undefined : json(found)
    }
    default:
      return undefined
  }
}

const aggregated = (api: Api, part: 'core' | 'groups'): ApiAnswer => ({
  kind: 'json',
  status: 200,
  body: aggregatedDiscovery(api, part),
  type: 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList',
})

const CORE_VERSIONS = { kind: 'APIVersions', versions: ['v1'], serverAddressByClientCIDRs: [] }

function openApi(api: Api, [version, ...path]: readonly string[]): ApiAnswer | undefined {
  if (version !== 'v3') return undefined
  if (path.length === 0) return json(openApiIndex(api))
  const document = openApiOf(api, path.join('/'))
  return document === undefined ? undefined : json(document)
}

function versionOf({ state }: Api) {
  const [, major = '', minor = ''] = /^v(\d+)\.(\d+)/.exec(state.version) ?? []
  return {
    major,
    minor,
    gitVersion: state.version,
    gitCommit: '',
    gitTreeState: 'clean',
    buildDate: '1970-01-01T00:00:00Z',
    goVersion: '',
    compiler: 'gc',
    platform: 'linux/amd64',
  }
}

/** Whoever the certificate of a connection names. */
export function userOf(commonName: string, organizations: readonly string[]): User {
  return { name: commonName, groups: [...organizations, 'system:authenticated'] }
}
