import { buildWorld } from '../sim/world/build.ts'
import type { Vm } from '../sim/world/vm.ts'
import type { World } from '../sim/world/world.ts'

/** The secret of the token `root@pam!main` in the large world. */
export const SECRET = '00000000-0000-4000-8000-000000000001'

export const HOSTS = 100
export const MACHINES = 1000

/** A datacenter of a hundred hosts with a thousand machines, nearly all of them running. */
export function largeWorld(): World {
  const nodes = Array.from({ length: HOSTS }, (_, at) => ({ name: `pve${at + 1}`, ip: `192.0.2.${at + 1}` }))
  const world = buildWorld(
    {
      cluster: 'bench',
      nodes,
      storages: [{ storage: 'local', type: 'dir', path: '/var/lib/vz', content: ['iso', 'images'] }],
      tokens: [{ 'full-tokenid': 'root@pam!main', secret: SECRET, privsep: 0 }],
    },
    Date.now(),
  )
  world.vms = Array.from({ length: MACHINES }, (_, at) => {
    const vmid = 100 + at
    const config = {
      name: `machine-${vmid}`,
      cores: '4',
      memory: '8192',
      net0: `virtio=BC:24:11:00:${(at >> 8).toString(16).padStart(2, '0')}:${(at & 255).toString(16).padStart(2, '0')},bridge=vmbr0`,
      boot: 'order=scsi0',
      scsi0: `local:${vmid}/vm-${vmid}-disk-0.raw,size=40G`,
      tags: 'bench;talmox',
      smbios1: `uuid=00000000-0000-4000-8000-${String(vmid).padStart(12, '0')}`,
    }
    const node = `pve${(at % HOSTS) + 1}`
    const run = { pid: 2000 + at, since: Date.now() - at * 1000, status: 'running', config: { ...config } }
    const vm: Vm = { vmid, kind: 'qemu', node, config, pending: {}, pendingDelete: {}, snapshots: [] }
    // Started as the simulator starts it: copies with one thing more would each be of a kind of their own to the engine.
    if (at % 10 !== 9) vm.run = run
    return vm
  })
  world.volumes = world.vms.map(({ vmid, node }) => ({
    storage: 'local',
    node,
    name: `${vmid}/vm-${vmid}-disk-0.raw`,
    content: 'images' as const,
    format: 'raw',
    sizeBytes: 40 * 2 ** 30,
    usedBytes: 2 ** 30,
    ctime: 0,
    vmid,
  }))
  return world
}
