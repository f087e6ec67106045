import type { Method } from '../../src/proxmox/method.ts'
import type { Verb } from '../../src/proxmox/tables/types.ts'
import { type ParameterValues, validateParameters } from '../../src/proxmox/validate-parameters.ts'
import { handlerOf } from './api/handlers.ts'
import type { Caller } from './auth/caller.ts'
import { checkPermission } from './auth/check-permission.ts'
import type { Call, LooseParameters } from './call.ts'
import { coerceParameters } from './coerce.ts'
import { badParameters, died, Failure, forbidden } from './failure.ts'
import type { BeforeRequest } from './hooks.ts'
import { asFailure } from './http/answer.ts'
import type { Upload } from './http/multipart.ts'
import type { Route, Router } from './routes.ts'
import type { Simulator } from './simulator.ts'

/** A request to the API, whoever brought it. */
export interface ApiRequest {
  readonly entry: string
  readonly verb: Verb
  /** The path below the format, decoded. */
  readonly path: string
  readonly params: ParameterValues
  readonly caller: Caller
  readonly byToken: boolean
  readonly upload?: Upload
}

/** What became of it: the data or a failure, and whether another daemon or node had it in hand. */
export interface Outcome {
  readonly forwarded: boolean
  readonly result: { readonly data: unknown; readonly total?: number; readonly changes?: string } | Failure
}

/** Carries a request out: find the method, check rights, forward, check parameters, answer. */
export async function dispatch(
  sim: Simulator,
  request: ApiRequest,
  before: readonly BeforeRequest[] = [],
): Promise<Outcome> {
  let forwarded = false
  try {
    const route = resolve(sim.router, request)
    const { method } = route
    const values = valuesOf(route, request.params)
    if (request.byToken && method.noToken) {
      throw forbidden(`URI '${request.path}' not available with API token, need proper ticket.\n`)
    }
    checkPermission(sim.world, method.allow, request.caller, values)
    const node = nodeOf(sim, method, values, request.entry)
    forwarded = method.protected === true || node !== request.entry
    const pending = { method, path: request.path, caller: request.caller, node }
    for (const look of [...sim.hooks.before, ...before]) await look(pending)
    return { forwarded, result: await answer(sim, route, values, node, request) }
  } catch (error) {
    return { forwarded, result: asFailure(error) }
  }
}

function resolve(router: Router, { verb, path }: ApiRequest): Route {
  const route = router(verb, path)
  if (route === undefined) throw new Failure(501, `Method '${verb} ${path}' not implemented`)
  return route
}

/** Every parameter, from the path and from beside it. */
function valuesOf({ inPath }: Route, params: ParameterValues): ParameterValues {
  if (Object.keys(params).length === 0) return inPath
  for (const [name, value] of Object.entries(inPath)) {
    const given = params[name] ?? undefined
    if (given !== undefined && String(given) !== value) {
      throw badParameters({ [name]: 'duplicate parameter (already defined in URI) with conflicting values!' })
    }
  }
  return { ...params, ...inPath }
}

/** Checks every parameter; what the path alone says of a method is checked once. */
function checkedParameters(route: Route, values: ParameterValues): LooseParameters {
  const isPathAlone = values === route.inPath
  if (isPathAlone && route.checkedPath !== undefined) return route.checkedPath
  const errors = validateParameters(route.method, values, { customCpuModels: new Set() })
  if (Object.keys(errors).length > 0) throw badParameters(errors)
  const checked = coerceParameters(route.method, values)
  if (isPathAlone) route.checkedPath = Object.freeze(checked)
  return checked
}

/** The node that a request is for; asking for a node that nobody knows or reaches fails on the way. */
function nodeOf(sim: Simulator, method: Method, values: ParameterValues, entry: string): string {
  const named = method.proxyto === undefined ? undefined : values[method.proxyto]
  if (typeof named !== 'string' || named === 'localhost' || named === entry) return entry
  const host = sim.world.hosts.find((each) => each.name === named)
  if (host === undefined) {
    throw died(
      `hostname lookup '${named}' failed - failed to get address info for: ${named}: Name or service not known`,
    )
  }
  if (!host.online) throw new Failure(595, 'No route to host')
  return named
}

async function answer(sim: Simulator, route: Route, values: ParameterValues, node: string, request: ApiRequest) {
  const params = checkedParameters(route, values)
  const handler = handlerOf(route.method)
  if (handler === undefined) {
    throw new Failure(501, `Method '${route.method.verb} ${route.method.path}' is not simulated`)
  }
  const { caller, entry, path, upload } = request
  const call: Call = {
    sim,
    caller,
    params,
    raw: values,
    node,
    entry,
    path,
    ...(upload === undefined ? {} : { upload }),
    beside: {},
  }
  const data = await handler(call)
  return { data, ...call.beside }
}
