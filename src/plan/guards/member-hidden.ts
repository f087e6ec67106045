import type { Guard } from '../guard.ts'

/** A machine that only this token cannot see may be running, and its member with it. */
export const memberHidden: Guard = {
  code: 'member-hidden',
  level: 'refused',
  summary: 'Proxmox does not show the machine of a member of etcd, and its VMID is taken',
  check({ live: { hidden = [] }, controlPlanes }) {
    return controlPlanes
      .filter(({ machine }) => hidden.includes(machine.vmid))
      .map(({ machine: { name, vmid } }) => ({
        target: name,
        message: `it is a member of etcd, and its VM ${vmid} is there but not shown to this token`,
        hint: 'see to the rights on the VM, or to the pool it is in: talmox doctor; it is not replaced while it may run',
      }))
  },
}
