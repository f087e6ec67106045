import type { Running } from '../sim/harness.ts'

/** Puts a guest of others on pve2 that the token may see. */
export const neighbour =
  (config: Record<string, string>, kind: 'qemu' | 'lxc' = 'qemu') =>
  ({ sim: { world } }: Running): void => {
    world.vms.push({ vmid: 7000, kind, node: 'pve2', config, pending: {}, pendingDelete: {}, snapshots: [] })
    for (const role of world.access.roles) {
      if (role.roleid === 'talmox-homelab-machines') role.privs = [...role.privs, 'VM.Audit']
    }
  }
