import type { Guard } from '../guard.ts'
import type { Situation } from '../situation.ts'

/** A VMID stays with a machine for its life: a second machine of the same name would take its address and its node. */
export const renumbered: Guard = {
  code: 'renumbered',
  level: 'refused',
  summary: 'the file gives a machine that exists another VMID, or its VMID to another machine',
  check: (situation) => [...elsewhere(situation), ...replaced(situation)],
}

const hint = 'write the old numbers back; to renumber, take machines out of the file, run, and put them in again'

function elsewhere({ leaving, machines }: Situation) {
  const byName = new Map(machines.map(({ machine }) => [machine.name, machine.vmid]))
  return leaving.flatMap(({ name, vm }) => {
    const vmid = byName.get(name)
    return vmid === undefined ? [] : [{ target: name, message: `it is VM ${vm.vmid}, and the file says ${vmid}`, hint }]
  })
}

function replaced({ machines }: Situation) {
  return machines.flatMap(({ machine, vm }) => {
    const record = vm?.record
    if (record === undefined || (record.pool === machine.pool && record.index === machine.index)) return []
    return [
      {
        target: machine.name,
        message: `VM ${machine.vmid} is ${record.node} (pool ${record.pool}), and the file wants ${machine.name} there`,
        hint,
      },
    ]
  })
}
