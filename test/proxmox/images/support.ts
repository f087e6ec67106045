import { keepSchematic } from '../../../sim/factory/schematics.ts'
import type { WorldSeed } from '../../../sim/world/seed.ts'
import { createClient, type ProxmoxClient } from '../../../src/proxmox/client/client.ts'
import { parseEndpoint } from '../../../src/proxmox/client/connect.ts'
import { realDial } from '../../../src/world/dial.ts'
import { silentLog } from '../../../src/world/log.ts'
import { createRedaction } from '../../../src/world/redaction.ts'
import { type Running, smallWorld, withWorld } from '../../sim/harness.ts'

/** A schematic with the guest agent, which the factory of these worlds knows. */
export const SCHEMATIC = 'ce4c980550dd2ab1b17bbf2b08801c7eb59418eafe8f279833297925d67c7515'

const AGENT = 'customization: { systemExtensions: { officialExtensions: [siderolabs/qemu-guest-agent] } }'

/** A datacenter of three hosts: one storage for files and one for disks on each, and two of all of them. */
export const threeHosts: WorldSeed = {
  ...smallWorld,
  cluster: 'lab',
  nodes: ['pve1', 'pve2', 'pve3'],
  storages: [
    { storage: 'local', type: 'dir', path: '/var/lib/vz', content: ['iso', 'import'] },
    { storage: 'plain', type: 'dir', path: '/mnt/plain', content: ['iso'] },
    { storage: 'thin', type: 'lvmthin', vgname: 'pve', thinpool: 'data', content: ['images'] },
    { storage: 'nfs', type: 'nfs', server: 'nas', export: '/x', shared: 1, content: ['iso', 'import', 'images'] },
  ],
}

/** A running datacenter and a client of it. */
export interface Lab extends Running {
  readonly proxmox: ProxmoxClient
}

/** Runs a test with a client of a simulated Proxmox. */
export function withLab(run: (lab: Lab) => Promise<void>, seed: WorldSeed = threeHosts, speed = 1000): Promise<void> {
  return withWorld(
    async (running) => {
      const { sim, port } = running
      keepSchematic(sim.world, AGENT)
      const proxmox = createClient(
        {
          endpoints: [parseEndpoint(`https://127.0.0.1:${port}`)],
          trust: { kind: 'anything' },
          login: { kind: 'token', token: 'ops@pve!ci=00000000-0000-4000-8000-000000000001' },
        },
        { clock: sim.clock, dial: realDial, log: silentLog, redaction: createRedaction(), random: () => 0.5 },
      )
      try {
        await run({ ...running, proxmox })
      } finally {
        proxmox.close()
      }
    },
    seed,
    speed,
  )
}

/** The tasks of a type that there were, with how they ended. */
export const tasksOf = ({ sim }: Running, type: string) => sim.world.tasks.filter((task) => task.type === type)
