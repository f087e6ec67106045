import { api, findMethod, type Method } from '../../src/proxmox/method.ts'
import type { ApiRows, MethodRow, Parameter, Release, Verb } from '../../src/proxmox/tables/types.ts'
import type { LooseParameters } from './call.ts'
import { asServed } from './served-schema.ts'
import { added9 } from './tables/added-9.ts'
import { rest8 } from './tables/rest-8.gen.ts'
import { rest9 } from './tables/rest-9.gen.ts'
import { restParameters } from './tables/rest-parameters.gen.ts'

const rest: Readonly<Record<Release, ApiRows>> = { 8: rest8, 9: { ...rest9, ...added9 } }

/** A path of the API as far as it has been read: literal children, and at most one that takes any text. */
interface Branch {
  readonly template: string
  readonly literals: Map<string, Branch>
  parameter?: {
    readonly name: string
    readonly branch: Branch
    /** Takes the remaining path, slashes included. */
    readonly whole: boolean
  }
}

/** A method that was found, and what the path says of its parameters. */
export interface Route {
  readonly method: Method
  readonly inPath: Readonly<Record<string, string>>
  /** The same with the types of the schema, once it has been checked that nothing else is needed. */
  checkedPath?: LooseParameters
}

/** Finds the method of a verb and a path below the format. */
export type Router = (verb: Verb, path: string) => Route | undefined

/** Whether a release has a path, or anything below it. */
export function hasPath(release: Release, path: string): boolean {
  const isIt = (template: string) => template === path || template.startsWith(`${path}/`)
  return Object.keys(api[release]).some(isIt) || Object.keys(rest[release]).some(isIt)
}

/** Templates whose last parameter takes the remaining path, slashes included. */
const WHOLE_REST = /\/(content\/\{volume\}|ipset\/\{name\}\/\{cidr\})$/

/** Builds the router of a release. */
export function createRouter(release: Release): Router {
  const top: Branch = { template: '', literals: new Map() }
  for (const template of new Set(['/', ...Object.keys(api[release]), ...Object.keys(rest[release])])) {
    plant(top, template)
  }
  // A method is put together from several tables, and asked for again and again.
  const methods = new Map<string, Method | undefined>()
  const known = (verb: Verb, template: string): Method | undefined => {
    const key = `${verb} ${template}`
    if (!methods.has(key)) methods.set(key, servedMethod(release, verb, template))
    return methods.get(key)
  }
  const find: Router = (verb, path) => {
    const found = walk(top, path.split('/').filter(Boolean))
    const method = found && known(verb, found.branch.template || '/')
    return method && found && { method, inPath: Object.freeze(found.inPath) }
  }
  return remembering(find)
}

/** Who follows a cluster asks for the same paths again and again. */
const MOST_REMEMBERED = 5000

function remembering(find: Router): Router {
  const routes: Readonly<Record<Verb, Map<string, Route>>> = {
    GET: new Map(),
    POST: new Map(),
    PUT: new Map(),
    DELETE: new Map(),
  }
  return (verb, path) => {
    const known = routes[verb].get(path)
    if (known !== undefined) return known
    const route = find(verb, path)
    if (route === undefined) return undefined
    if (routes[verb].size >= MOST_REMEMBERED) routes[verb].clear()
    routes[verb].set(path, route)
    return route
  }
}

function plant(top: Branch, template: string): void {
  let branch = top
  for (const segment of template.split('/').filter(Boolean)) {
    branch = segment.startsWith('{') ? parameterChild(branch, segment) : literalChild(branch, segment)
  }
}

function literalChild(branch: Branch, segment: string): Branch {
  const child = branch.literals.get(segment) ?? { template: `${branch.template}/${segment}`, literals: new Map() }
  branch.literals.set(segment, child)
  return child
}

function parameterChild(branch: Branch, segment: string): Branch {
  const template = `${branch.template}/${segment}`
  branch.parameter ??= {
    name: segment.slice(1, -1),
    branch: { template, literals: new Map() },
    whole: WHOLE_REST.test(template),
  }
  return branch.parameter.branch
}

/** Follows a path without looking back: a literal child hides the one that takes any text. */
function walk(top: Branch, segments: readonly string[]) {
  let branch = top
  const inPath: Record<string, string> = {}
  for (const [at, segment] of segments.entries()) {
    const literal = branch.literals.get(segment)
    const { parameter } = branch
    if (literal === undefined && (parameter === undefined || /\s/.test(segment))) return undefined
    if (literal === undefined && parameter !== undefined) {
      inPath[parameter.name] = parameter.whole ? segments.slice(at).join('/') : segment
      branch = parameter.branch
      if (parameter.whole) break
    }
    branch = literal ?? branch
  }
  return { branch, inPath }
}

function servedMethod(release: Release, verb: Verb, path: string): Method | undefined {
  const method = methodOf(release, verb, path)
  return method && asServed(method)
}

function methodOf(release: Release, verb: Verb, path: string): Method | undefined {
  return findMethod(release, verb, path) ?? restMethod(release, verb, path)
}

function restMethod(release: Release, verb: Verb, path: string): Method | undefined {
  const row = Object.hasOwn(rest[release], path) ? rest[release][path]?.[verb] : undefined
  if (row === undefined) return path === '/' && verb === 'GET' ? { ...ROOT, release } : undefined
  const { params, ...others } = row
  return { ...others, release, path, verb, parameters: parametersOf(params) }
}

const ROOT: Omit<Method, 'release'> = { path: '/', verb: 'GET', allow: 'all', parameters: new Map() }

function parametersOf(params: MethodRow['params']): ReadonlyMap<string, Parameter> {
  return new Map(
    Object.entries(params).map(([name, index]) => {
      const parameter = restParameters[index]
      if (parameter === undefined) throw new Error(`the table of parameters has no row ${index} for ${name}`)
      return [name, parameter]
    }),
  )
}
