import type { Registry } from '../resources/registry.ts'
import type { Resource } from '../resources/resource.ts'

/** What a path of the API means. */
export interface Route {
  readonly resource: Resource
  readonly namespace: string | undefined
  readonly name: string | undefined
  readonly subresource: string | undefined
  /** What follows a subresource, such as the path behind a proxy. */
  readonly rest: string
}

// What may follow the name of a namespace without being a resource in it.
const OF_NAMESPACES = new Set(['status', 'finalize'])

/** Finds the resource that a path means. */
export function findRoute(registry: Registry, path: string): Route | undefined {
  const parts = path
    .split('/')
    .filter((part) => part !== '')
    .map(decoded)
  const [root, ...below] = parts
  if (root !== 'api' && root !== 'apis') return undefined
  const [group = '', version = '', ...rest] = root === 'api' ? ['', ...below] : below
  const inNamespace = rest[0] === 'namespaces' && rest.length > 2 && !OF_NAMESPACES.has(rest[2] ?? '')
  const [namespace, tail] = inNamespace ? [rest[1], rest.slice(2)] : [undefined, rest]
  const [plural, name, subresource, ...further] = tail
  if (plural === undefined) return undefined
  const resource = registry.find(group, version, plural)
  if (resource === undefined || (namespace !== undefined && !resource.namespaced)) return undefined
  if (namespace === undefined && resource.namespaced && name !== undefined) return undefined
  return { resource, namespace, name, subresource, rest: further.join('/') }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** What is wanted of a route, in the words of roles. */
export function verbOf(method: string, { name }: Route, isWatch: boolean): string {
  switch (method) {
    case 'POST':
      return 'create'
    case 'PUT':
      return 'update'
    case 'PATCH':
      return 'patch'
    case 'DELETE':
      return name === undefined ? 'deletecollection' : 'delete'
    default:
      return isWatch ? 'watch' : name === undefined ? 'list' : 'get'
  }
}
