import { randomBytes } from 'node:crypto'
import { parse } from 'yaml'
import type { z } from 'zod'
import { definedOnly } from '../../src/resolve/defined-only.ts'
import { keepSchematic } from '../factory/schematics.ts'
import { seedAccess } from './access-seed.ts'
import { buildHost } from './build-host.ts'
import { newFactory } from './factory.ts'
import type { Section } from './section.ts'
import { type WorldFile, type WorldSeed, worldFile, worldSeed } from './seed.ts'
import { readUrls } from './urls-seed.ts'
import type { Vm } from './vm.ts'
import { buildVolume } from './volume-seed.ts'
import { emptyWorld, type World } from './world.ts'

const DEFAULT_STORAGE_BYTES = 256 * 1024 ** 3

type Seed = z.output<typeof worldSeed>

/** Makes a world from its start, at a simulated moment in milliseconds. */
export function buildWorld(written: WorldSeed, now: number): World {
  const seed = worldSeed.parse(written)
  const world = emptyWorld(seed.flavour, randomBytes(32).toString('base64'))
  if (seed.cluster !== undefined) world.cluster = { name: seed.cluster }
  world.hosts = seed.nodes.map((node, at) => hostOf(seed, node, at, now))
  for (const storage of seed.storages) addStorage(world, storage, Math.floor(now / 1000))
  seedAccess(world, seed)
  world.guests = { acpi: !seed.guest_os?.startsWith('none') }
  if (seed.guest_agent !== undefined) world.guests.agent = {}
  world.urls = readUrls(seed.urls)
  world.factory = newFactory(seed.factory?.url, seed.factory?.sizes)
  for (const text of seed.factory?.schematics ?? []) keepSchematic(world, text)
  world.talos.dhcp = dhcpOf(seed)
  return world
}

function dhcpOf({ dhcp = {} }: Seed): World['talos']['dhcp'] {
  return Object.fromEntries(
    Object.entries(dhcp).map(([bridge, { cidr, gateway, nameservers, leases }]) => [
      bridge,
      { cidr, leases: { ...leases }, ...definedOnly({ gateway, nameservers }) },
    ]),
  )
}

/** Makes a world from what a person has written into a file. */
export function buildWorldFromFile(file: WorldFile, now: number): World {
  const { vms = [], pci_mappings: mappings = {}, faults = [], kind: _, ...seed } = file
  const world = buildWorld(seed, now)
  world.vms = vms.map(buildVm)
  world.mappings.pci = Object.fromEntries(
    Object.entries(mappings).map(([id, places]) => [id, { map: places.map((place) => mapEntry(world, place)) }]),
  )
  world.faults = faults.map((rule, at) => ({ ...rule, id: rule.id ?? `fault-${at + 1}`, seen: 0, struck: 0 }))
  return world
}

/** Makes a world from a YAML text of the same shape. */
export const buildWorldFromYaml = (yaml: string, now: number): World =>
  buildWorldFromFile(worldFile.parse(parse(yaml)), now)

function buildVm({ vmid, node, config, template }: NonNullable<WorldFile['vms']>[number]): Vm {
  return {
    vmid,
    kind: 'qemu',
    node,
    config: { ...config, ...(template ? { template: '1' } : {}) },
    pending: {},
    pendingDelete: {},
    snapshots: [],
  }
}

/** An entry of a mapping with what Proxmox compares the device with. */
function mapEntry(world: World, { node, path }: { readonly node: string; readonly path: string }): string {
  const device = world.hosts.find(({ name }) => name === node)?.pci.find(({ id }) => id === path)
  const plain = (hex: string) => hex.replace(/^0x/, '')
  const facts = device && [`id=${plain(device.vendor)}:${plain(device.device)}`, `iommugroup=${device.iommugroup}`]
  return [...(facts ?? []), `node=${node}`, `path=${path}`].join(',')
}

function hostOf(seed: Seed, node: Seed['nodes'][number], at: number, now: number) {
  const given = typeof node === 'string' ? { name: node } : node
  return buildHost({
    cores: seed.cpus,
    bridges: seed.bridges,
    ...given,
    ip: ('ip' in given ? given.ip : undefined) ?? nextAddress(seed.node_ip, at),
    memoryBytes: 'memory' in given ? given.memory : undefined,
    id: seed.cluster === undefined ? at : at + 1,
    now,
  })
}

function nextAddress(first: string, steps: number): string {
  return first.replace(/\d+$/, (last) => String(Number(last) + steps))
}

function addStorage(world: World, seed: Seed['storages'][number], ctime: number): void {
  const { storage, type, content, nodes, total = DEFAULT_STORAGE_BYTES, volumes = [], ...rest } = seed
  const options: Section = { content: content.join(','), ...(nodes === undefined ? {} : { nodes: nodes.join(',') }) }
  for (const [key, value] of Object.entries(rest)) {
    if (typeof value === 'string' || typeof value === 'number') options[key] = value
  }
  world.storages.push({ storage, type, options, totalBytes: total })
  const node = options.shared === 1 ? undefined : world.hosts[0]?.name
  world.volumes.push(
    ...volumes.map((volume) => buildVolume(volume, node === undefined ? undefined : (volume.node ?? node), ctime)),
  )
}
