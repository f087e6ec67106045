import fc from 'fast-check'
import { expect, test } from 'vitest'
import { resourceHandlers } from '../../../../sim/proxmox/api/cluster/resources.ts'
import { JsonParts } from '../../../../sim/proxmox/call.ts'
import { worldFetcher } from '../../../../sim/proxmox/fetcher.ts'
import { createSimulator, type Simulator } from '../../../../sim/proxmox/simulator.ts'
import { buildWorld } from '../../../../sim/world/build.ts'
import { acceleratedClock } from '../../../../sim/world/clock.ts'
import type { Vm } from '../../../../sim/world/vm.ts'
import type { World } from '../../../../sim/world/world.ts'

const START = 1_800_000_000_000

function smallWorld(): World {
  const nodes = ['pve1', 'pve2'].map((name, at) => ({ name, ip: `192.0.2.${at + 1}` }))
  const storages = [{ storage: 'local', type: 'dir', path: '/var/lib/vz', content: ['iso', 'images'] }]
  const world = buildWorld({ cluster: 'small', nodes, storages }, START)
  world.access.pools.push({ poolid: 'blue', vms: [], storages: [] })
  world.vms = [100, 101, 102].map((vmid): Vm => {
    const config = { name: `vm-${vmid}`, memory: '2048', boot: 'order=scsi0', scsi0: `local:${vmid}/a.raw,size=4G` }
    return { vmid, kind: 'qemu', node: 'pve1', config, pending: {}, pendingDelete: {}, snapshots: [] }
  })
  return world
}

/** Changes of a world in place, as anybody may make them, whether the simulator does or not. */
const changes: readonly ((world: World, vm: Vm) => void)[] = [
  (_, vm) => Object.assign(vm.config, { name: 'renamed' }),
  (_, vm) => Object.assign(vm.config, { memory: '4096', cores: '64' }),
  (_, vm) => Object.assign(vm.config, { scsi0: 'local:1/b.raw,size=8G' }),
  (_, vm) => Object.assign(vm.config, { boot: 'order=ide2;net0' }),
  (_, vm) => Object.assign(vm.config, { tags: 'a;b', lock: 'backup', template: '1' }),
  (_, vm) => void delete vm.config.name,
  (_, vm) => void Object.assign(vm, { config: { name: 'other' } }),
  (_, vm) => void Object.assign(vm, { node: 'pve2' }),
  (_, vm) => void Object.assign(vm, { run: { pid: 1, since: START, status: 'running', config: {} } }),
  (_, vm) => void delete vm.run,
  (world, vm) => void world.vms.splice(world.vms.indexOf(vm), 1),
  (world, vm) => void world.access.pools[0]?.vms.push(vm.vmid),
  (world) => void world.vms.reverse(),
  (world) => void world.hosts.reverse(),
  (world) => void Object.assign(world.hosts[0] ?? {}, { online: false }),
  (world) => void Object.assign(world.hosts[0] ?? {}, { memoryBytes: 2 ** 33, rootBytes: 2 ** 40 }),
  (world) => void Object.assign(world.hosts[0]?.cpu ?? {}, { cores: 1, threads: 1 }),
  (world) => void Object.assign(world.storages[0]?.options ?? {}, { content: 'iso', shared: 1 }),
  (world) => void Object.assign(world.storages[0] ?? {}, { totalBytes: 1 }),
  (world, { vmid }) =>
    void world.volumes.push({
      ...{ storage: 'local', node: 'pve1', name: `${vmid}/a.raw`, content: 'images', format: 'raw', vmid, ctime: 0 },
      ...{ sizeBytes: 2 ** 32, usedBytes: 2 ** 20 },
    }),
]

function listOf(sim: Simulator): unknown {
  const call = { sim, caller: { id: 'root@pam' }, params: {} }
  const data: unknown = Reflect.apply(resourceHandlers['GET /cluster/resources'] ?? (() => undefined), undefined, [
    call,
  ])
  if (!(data instanceof JsonParts)) throw new Error('bug: the list is no JSON')
  return JSON.parse(data.between('', '').toString())
}

test('the list is that of a simulator which sees the world for the first time, whoever has changed it', () => {
  const step = fc.record({
    change: fc.nat(changes.length - 1),
    at: fc.nat(2),
    // Long enough for more digits.
    passes: fc.constantFrom(0, 999, 1000, 20_000),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      let now = START + 5000
      const world = smallWorld()
      const clock = { ...acceleratedClock(1), now: () => now }
      const sim = createSimulator(world, clock, worldFetcher(world))
      for (const { change, at, passes } of steps) {
        now += passes
        const vm = world.vms[at]
        if (vm !== undefined) changes[change]?.(world, vm)
        expect(listOf(sim)).toEqual(listOf(createSimulator(world, clock, worldFetcher(world))))
      }
    }),
  )
})
