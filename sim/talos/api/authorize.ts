import { Code, ConnectError, type Interceptor } from '@connectrpc/connect'
import { isAtLeast } from '../version.ts'
import { CALLER, TARGET } from './caller.ts'
import { mayCall } from './roles.ts'

/** What a machine without a config lets everybody do, whatever their role. */
const OPEN_IN_MAINTENANCE = ['machine.MachineService/ApplyConfiguration', 'storage.StorageService/BlockDeviceWipe']

/** All that a machine without a config knew up to Talos 1.12. */
const KNOWN_IN_MAINTENANCE = [
  ...OPEN_IN_MAINTENANCE,
  'storage.StorageService/Disks',
  'cosi.resource.State/Get',
  'cosi.resource.State/List',
  'cosi.resource.State/Watch',
]

/** Refuses calls that the caller may not make, or that the machine does not know in its state. */
export const authorize: Interceptor = (next) => (request) => {
  const caller = request.contextValues.get(CALLER)
  const target = request.contextValues.get(TARGET)
  const call = `${request.service.typeName}/${request.method.name}`
  if (caller === undefined || target === undefined) throw new ConnectError('no machine answers here', Code.Unavailable)
  if (!caller.isMaintenance) {
    if (!mayCall(caller.roles, call)) throw notAuthorized()
    return next(request)
  }
  if (!isAtLeast(target, '1.13') && !KNOWN_IN_MAINTENANCE.includes(call)) {
    throw new ConnectError('API is not implemented in maintenance mode', Code.Unimplemented)
  }
  if (!OPEN_IN_MAINTENANCE.includes(call) && !mayCall(caller.roles, call)) throw notAuthorized()
  return next(request)
}

/** The refusal of a caller without the role for something. */
export const notAuthorized = (): ConnectError => new ConnectError('not authorized', Code.PermissionDenied)
