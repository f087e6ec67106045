import { Code, ConnectError, createContextValues, type Interceptor } from '@connectrpc/connect'
import { CALLER, TARGET } from './caller.ts'
import { reach, requireForwarding } from './reach.ts'
import { askEach, followEach } from './spread.ts'

/** Services whose calls can be spread over several machines. */
const SPREADABLE = [
  'machine.MachineService',
  'cluster.ClusterService',
  'inspect.InspectService',
  'storage.StorageService',
  'time.TimeService',
]

/** Passes calls on to the machines that they name; only control planes do that for others. */
export const forward: Interceptor = (next) => async (request) => {
  const entry = request.contextValues.get(TARGET)
  const caller = request.contextValues.get(CALLER)
  if (entry === undefined || caller?.isMaintenance !== false) return next(request)
  const at = async (address: string) => {
    const target = await reach(entry, address, request.signal)
    return createContextValues().set(CALLER, caller).set(TARGET, target)
  }
  const node = request.header.get('node') ?? ''
  if (node !== '') return next({ ...request, contextValues: await at(node) })
  const nodes = listOf(request.header.get('nodes'))
  if (nodes.length === 0) return next(request)
  if (!SPREADABLE.includes(request.service.typeName)) throw notSpreadable(request.service.typeName)
  requireForwarding(entry, nodes)
  return request.stream
    ? followEach(request, nodes, async (address) => next({ ...request, contextValues: await at(address) }))
    : askEach(request, nodes, async (address) => next({ ...request, contextValues: await at(address) }))
}

const listOf = (header: string | null): readonly string[] =>
  (header ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)

function notSpreadable(service: string): ConnectError {
  const what = service.startsWith('cosi.') ? 'COSI methods' : `${service} methods`
  return new ConnectError(`one-2-many proxying is not supported for ${what}`, Code.InvalidArgument)
}
