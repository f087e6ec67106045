import type { OfVm } from '../../plan/action.ts'
import type { ObservedVm } from '../../proxmox/observe/observed.ts'
import { UserError } from '../../user-error.ts'

/** Before anything is lost: the machine must still be the one that was planned for. */
export function sameIdentity(vm: ObservedVm | undefined, { vmid, uuid, machine }: OfVm): ObservedVm | undefined {
  if (vm === undefined || (vm.uuid ?? '') === uuid) return vm
  throw new UserError('vm-replaced', `VM ${vmid} is not the ${machine} any more that was to be removed`, {
    hint: 'it was left alone: run again to look at it anew',
  })
}
