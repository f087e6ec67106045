import { worldFetcher } from '../../sim/proxmox/fetcher.ts'
import { createSimulator, type Simulator } from '../../sim/proxmox/simulator.ts'
import { buildWorld } from '../../sim/world/build.ts'
import type { WorldSeed } from '../../sim/world/seed.ts'
import type { ProxmoxClient } from '../../src/proxmox/client/client.ts'
import { cloneParameters, createParameters } from '../../src/proxmox/hardware/create-parameters.ts'
import type { HardwareDifference } from '../../src/proxmox/hardware/hardware-difference.ts'
import { moveParameters, resizeParameters, updateParameters } from '../../src/proxmox/hardware/update-parameters.ts'
import { type WantedVm, wantedVm } from '../../src/proxmox/hardware/wanted-vm.ts'
import { sortGuests } from '../../src/proxmox/observe/machines.ts'
import type { ObservedVm } from '../../src/proxmox/observe/observed.ts'
import { readVm } from '../../src/proxmox/observe/read-vm.ts'
import { readResources } from '../../src/proxmox/observe/resources.ts'
import { rosterOf } from '../../src/proxmox/ownership/roster.ts'
import { performTask } from '../../src/proxmox/tasks/perform-task.ts'
import type { Desired, Machine } from '../../src/resolve/desired.ts'
import { directClient } from '../sim/direct-client.ts'
import { leapingClock } from '../sim/leaping-clock.ts'

const TiB = 1024 ** 4

/** What a VM of these tests was made from. */
export const making = { schematic: 'c'.repeat(64), talmox: '0.0.0' }

/** The image and the ISO that the datacenters of these tests have on every host. */
export const IMAGE = 'talos.qcow2'
export const ISO = 'talos.iso'

/** A datacenter in which a cluster fits: its hosts, storages and bridges. */
export function worldFor({ machines, proxmox }: Pick<Desired, 'machines' | 'proxmox'>): WorldSeed {
  const hosts = [...new Set([...proxmox.hosts, ...machines.flatMap(({ host }) => host ?? [])])]
  const bridges = [...new Set(machines.flatMap(({ nics }) => nics.map(({ bridge }) => bridge)))]
  const files = new Set(machines.map(({ storage }) => storage.images))
  const disks = new Set(machines.flatMap(disksOf).filter((storage) => !files.has(storage)))
  return {
    cluster: 'lab',
    nodes: hosts.map((name) => ({ name, cores: 64, memory: TiB })),
    bridges: bridges.map((iface) => ({ iface, vlan_aware: true })),
    storages: [
      ...[...files].map((storage) => ({
        storage,
        type: 'dir',
        path: `/mnt/${storage}`,
        shared: 1 as const,
        content: ['iso', 'import', 'images', 'snippets'],
        total: 100 * TiB,
        volumes: [
          { volid: `${storage}:import/${IMAGE}`, size: 1_288_490_188, format: 'qcow2' },
          { volid: `${storage}:iso/${ISO}`, size: 308_556 * 1024 },
        ],
      })),
      ...[...disks, 'spare'].map((storage) => ({
        storage,
        type: 'zfspool',
        pool: `rpool/${storage}`,
        content: ['images'],
        total: 100 * TiB,
      })),
    ],
  }
}

function disksOf({ storage, vm }: Machine): string[] {
  const own = [vm.efidisk, vm.tpm, vm.disk, ...vm.disks].flatMap((part) => part?.storage ?? [])
  return [storage.disks, storage.templates, storage.cloudInit, ...own]
}

/** A simulated Proxmox with a client of ours at it. */
export interface Simulated {
  readonly client: ProxmoxClient
  readonly sim: Simulator
  /** Calls that it was asked, such as `GET /version`. */
  readonly calls: string[]
}

/** A datacenter whose time leaps, asked by root without a network: some hardware is only for root. */
export function simulate(seed: WorldSeed): Simulated {
  const clock = leapingClock()
  const world = buildWorld(seed, clock.now())
  const sim = createSimulator(world, clock, worldFetcher(world))
  const calls: string[] = []
  sim.hooks.before.push(({ method, path }) => {
    calls.push(`${method.verb} ${path}`)
  })
  return { client: directClient(sim), sim, calls }
}

/** The VM that a machine of a cluster should be. */
export const wantedOf = (desired: Desired, machine: Machine): WantedVm => wantedVm(machine, desired, making)

/** Makes the VM of a machine the way its image says. */
export async function makeVm({ client }: Pick<Simulated, 'client'>, desired: Desired, machine: Machine): Promise<void> {
  const wanted = wantedOf(desired, machine)
  const { mode } = machine.image.source
  const node = machine.host ?? ''
  if (mode === 'template') {
    await makeTemplate(client, machine)
    const how = { node, template: templateOf(machine), full: machine.image.source.clone === 'full' }
    await performTask(client, (options) =>
      client.post('/nodes/{node}/qemu/{vmid}/clone', cloneParameters(wanted, how), options),
    )
    return
  }
  const volid = `${machine.storage.images}:${mode === 'iso' ? `iso/${ISO}` : `import/${IMAGE}`}`
  const parameters = createParameters(wanted, { node }, { mode, volid })
  await performTask(client, (options) => client.post('/nodes/{node}/qemu', parameters, options))
}

const templateOf = ({ vmid }: Machine): number => vmid + 90_000

/** A template as somebody may have made it: other numbers, a tag and a serial port of its own. */
async function makeTemplate(client: ProxmoxClient, machine: Machine): Promise<void> {
  const node = machine.host ?? ''
  const vmid = templateOf(machine)
  const { storage, vm } = machine
  const create = {
    node,
    vmid,
    name: 'talos-base',
    memory: '2048',
    bios: vm.bios,
    efidisk0: `${storage.templates}:1,efitype=4m`,
    scsihw: 'virtio-scsi-pci',
    scsi0: `${storage.templates}:0,import-from=${storage.images}:import/${IMAGE},serial=TALOS`,
    net0: 'virtio,bridge=vmbr0',
    serial0: 'socket',
    tags: 'template',
    ostype: 'l26',
  } as const
  await performTask(client, (options) => client.post('/nodes/{node}/qemu', create, options))
  await performTask(client, (options) => client.post('/nodes/{node}/qemu/{vmid}/template', { node, vmid }, options))
}

/** Does what a difference says. */
export async function apply(
  { client }: Pick<Simulated, 'client'>,
  vm: Pick<ObservedVm, 'host' | 'vmid' | 'digest'>,
  wanted: HardwareDifference,
): Promise<void> {
  const update = updateParameters(wanted, vm)
  if (update !== undefined) {
    await performTask(client, (options) => client.post('/nodes/{node}/qemu/{vmid}/config', update, options))
  }
  for (const each of wanted.move) {
    const parameters = moveParameters(each, vm)
    await performTask(client, (options) => client.post('/nodes/{node}/qemu/{vmid}/move_disk', parameters, options))
  }
  for (const each of wanted.resize) {
    const parameters = resizeParameters(each, vm)
    await performTask(client, (options) => client.put('/nodes/{node}/qemu/{vmid}/resize', parameters, options))
  }
}

/** The VM of a machine, which must be there; nothing else is read, so that many can be looked at. */
export async function vmOf(
  { client }: Pick<Simulated, 'client'>,
  desired: Desired,
  machine: Machine,
): Promise<ObservedVm> {
  const { guests } = readResources(await client.get('/cluster/resources', { type: 'vm' }))
  const guest = guests.find(({ vmid }) => vmid === machine.vmid)
  if (guest === undefined) throw new Error(`there is no VM ${machine.vmid}`)
  const reading = await readVm(client, guest, {})
  const { vms, others } = sortGuests(rosterOf({ cluster: desired.name, machines: desired.machines }), [reading], [])
  const [vm] = vms
  if (vm === undefined) throw new Error(`VM ${machine.vmid} is not ${machine.name}: ${JSON.stringify(others)}`)
  return vm
}

/** Starts, stops or reboots a VM. */
export async function power(
  { client }: Pick<Simulated, 'client'>,
  { host: node, vmid }: Pick<ObservedVm, 'host' | 'vmid'>,
  what: 'start' | 'stop',
): Promise<void> {
  const path = {
    start: '/nodes/{node}/qemu/{vmid}/status/start',
    stop: '/nodes/{node}/qemu/{vmid}/status/stop',
  } as const
  await performTask(client, (options) => client.post(path[what], { node, vmid }, options))
}
