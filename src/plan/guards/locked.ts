import type { ObservedVm } from '../../proxmox/observe/observed.ts'
import type { Guard } from '../guard.ts'

const PASSING = new Set(['backup', 'snapshot', 'migrate', 'rollback', 'suspending', 'suspended', 'snapshot-delete'])

/** Proxmox refuses changes of a locked machine, and only root at the console can take a stale lock away. */
export const lockedMachine: Guard = {
  code: 'locked',
  level: 'refused',
  summary: 'Proxmox has locked a machine that something has to be done to',
  check({ machines, leaving }, actions) {
    const touched = new Set(actions.flatMap(({ limits }) => limits))
    const all = [...machines.flatMap(({ vm }) => vm ?? []), ...leaving.map(({ vm }) => vm)]
    return all.flatMap((vm) => (vm.lock === undefined || !touched.has(`vm:${vm.vmid}`) ? [] : [finding(vm, vm.lock)]))
  },
}

function finding({ name, vmid, host, unfinished }: ObservedVm, lock: string) {
  const then = unfinished === undefined ? '' : ', then run again, which finishes it or makes it anew'
  return {
    target: name,
    message: `VM ${vmid} on ${host} is locked (${lock})`,
    hint: PASSING.has(lock)
      ? 'wait for the task that holds the lock, then run again'
      : `if no task of it runs any more, unlock it as root on ${host}: qm unlock ${vmid}${then}`,
  }
}
