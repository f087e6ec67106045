import type { Guard } from '../guard.ts'

/** What is not ours is never touched, also when it has a number or name of ours. */
export const guestInTheWay: Guard = {
  code: 'guest-in-the-way',
  level: 'refused',
  summary: 'somebody else’s guest has a VMID, name or identity that the file uses',
  check({ desired, live }) {
    const byVmid = new Map(desired.machines.map((machine) => [machine.vmid, machine.name]))
    return live.proxmox.others.flatMap(({ vmid, name, host, inTheWay }) => {
      if (inTheWay === undefined || inTheWay.takes.every((what) => what === 'tags')) return []
      const target = byVmid.get(vmid) ?? name ?? desired.name
      const what = inTheWay.takes.map((one) => (one === 'vmid' ? `VMID ${vmid}` : one)).join(' and ')
      return [
        {
          target,
          message: `guest ${vmid}${name === undefined ? '' : ` (${name})`} on ${host} has the ${what} of ${target} and is not ours: ${inTheWay.reasons.join(', ')}`,
          hint: 'choose other VMIDs or names in the file, or remove the guest by hand; talmox never touches it',
        },
      ]
    })
  },
}
