import type { ObservedVm } from '../../proxmox/observe/observed.ts'
import type { Guard } from '../guard.ts'
import { MAKING_MINUTES } from '../making-minutes.ts'

const PASSING = new Set(['backup', 'snapshot', 'migrate', 'rollback', 'suspending', 'suspended', 'snapshot-delete'])

/** Proxmox refuses changes of a locked machine, and only root at the console can take a stale lock away. */
export const lockedMachine: Guard = {
  code: 'locked',
  level: 'refused',
  summary: 'Proxmox has locked a machine that something has to be done to',
  check({ machines, leaving }, actions) {
    const touched = new Set(actions.flatMap(({ limits }) => limits))
    // A machine that is still being made has no name of its own yet.
    const all = [...machines.map(({ machine, vm }) => ({ name: machine.name, vm })), ...leaving]
    return all.flatMap(({ name, vm }) =>
      vm?.lock === undefined || !touched.has(`vm:${vm.vmid}`) ? [] : [finding(name, vm, vm.lock)],
    )
  },
}

function finding(target: string, { vmid, host, unfinished, beingMade }: ObservedVm, lock: string) {
  const then = unfinished === undefined ? '' : ', then run again, which finishes it or makes it anew'
  return {
    target,
    message: `VM ${vmid} on ${host} is locked (${lock})`,
    ...(beingMade ? { passesWithin: MAKING_MINUTES } : {}),
    hint: PASSING.has(lock)
      ? 'wait for the task that holds the lock, then run again'
      : `wait for the task that holds the lock, then run again; if none runs any more, unlock it as root on ${host}: qm unlock ${vmid}${then}`,
  }
}
