import type { Guard } from '../guard.ts'

/** Proxmox gives no number twice, also where it does not show who has it. */
export const vmidHidden: Guard = {
  code: 'vmid-hidden',
  level: 'refused',
  summary: 'a guest that Proxmox does not show has the VMID of a machine that is to be made',
  check({ desired: { machines, proxmox }, live: { obstacles, hidden = [] } }) {
    const taken = new Set(obstacles?.hiddenVmids)
    const pool = proxmox.pool === undefined ? '' : `, put it into the pool ${proxmox.pool}`
    return machines
      .filter(({ vmid }) => taken.has(vmid) && !hidden.includes(vmid))
      .map(({ name, vmid }) => ({
        target: name,
        message: `VMID ${vmid} is taken by a guest that this token may not see`,
        hint: `choose another one with \`vmids\` or \`nodes.NAME.vmid\`; if the guest is ours${pool} or give VM.Audit on it`,
      }))
  },
}
