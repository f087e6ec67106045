import { formatIp, parseIp, parseNetwork } from '../../../src/net/ip.ts'
import { parseEndpoint } from '../../../src/proxmox/client/connect.ts'
import type { Desired, Machine } from '../../../src/resolve/desired.ts'
import type { WrittenWorld } from '../seed.ts'
import { devicePath, machinesOn, mappedDevices } from './carried.ts'

type WrittenHost = Extract<WrittenWorld['nodes'][number], object>

const GIB = 2 ** 30
const FEWEST_CORES = 32
const LEAST_MEMORY = 128 * GIB

/** The hosts of a cluster, each with room for what it carries. */
export function hostsFor(desired: Desired, names: readonly string[]): WrittenHost[] {
  const endpoints = endpointsBy(desired, names)
  const addresses = hostAddresses(desired, names, endpoints)
  return names.map((name, at) => {
    const carried = machinesOn(desired.machines, name)
    const usage = desired.placement.usage.find(({ host }) => host === name)
    const sum = (of: (machine: Machine) => number) => carried.reduce((total, machine) => total + of(machine), 0)
    return {
      name,
      ip: addresses[at] ?? '192.0.2.11',
      // Half as much again, so that the host itself and what is added later have room too.
      cores: Math.ceil(
        Math.max(
          FEWEST_CORES,
          usage?.cpu.limit ?? 0,
          sum(({ vm }) => vm.cores * vm.sockets),
        ) * 1.5,
      ),
      memory: Math.ceil(
        Math.max(
          LEAST_MEMORY,
          usage?.memory.limit ?? 0,
          sum(({ vm }) => vm.memory),
        ) * 1.5,
      ),
      bridges: bridgesFor(desired.machines, addresses[at] ?? '192.0.2.11'),
      pci: devicesFor(desired.machines, name),
      endpoints: [...(endpoints.get(name) ?? [])],
    }
  })
}

type Endpoints = ReadonlyMap<string, readonly { readonly name: string; readonly port: number }[]>

/** Which host answers at which address of the file: the one of that name, else the hosts in their order. */
function endpointsBy({ proxmox }: Desired, names: readonly string[]): Endpoints {
  const by = new Map<string, { name: string; port: number }[]>()
  for (const [at, text] of proxmox.endpoints.entries()) {
    const { host, port } = parseEndpoint(text)
    const owner = names.find((name) => host === name || host.startsWith(`${name}.`)) ?? names[at % names.length] ?? ''
    by.set(owner, [...(by.get(owner) ?? []), { name: host, port }])
  }
  return by
}

/** The address of each host: the one by which the file asks it, else a free one from the end of the machines' network. */
function hostAddresses(desired: Desired, names: readonly string[], endpoints: Endpoints): string[] {
  const { networks, dns, vips } = desired.network
  const machines = desired.machines.flatMap(({ nics }) => nics.flatMap(({ addresses }) => addresses))
  const asked = [...endpoints.values()].flat().flatMap(({ name }) => (isAddress(name) ? [name] : []))
  const taken = new Set([
    ...machines.map(({ address }) => address),
    ...networks.flatMap(({ gateway }) => gateway ?? []),
    ...dns,
    ...vips,
    ...asked,
  ])
  const free = freeAddresses(networks[0]?.cidr ?? '192.0.2.0/24', taken)
  return names.map((name) => {
    const own = endpoints.get(name)?.find((each) => isAddress(each.name))?.name
    return own ?? free.next().value ?? '192.0.2.11'
  })
}

function isAddress(text: string): boolean {
  try {
    parseIp(text)
    return true
  } catch {
    return false
  }
}

/** Addresses that nobody has, from the end of a network, whose last address is everybody's. */
function* freeAddresses(cidr: string, taken: ReadonlySet<string>): Generator<string, undefined> {
  const { family, first, last } = parseNetwork(cidr)
  for (let value = last - 1n; value > first; value--) {
    const address = formatIp({ family, value })
    if (!taken.has(address)) yield address
  }
  return undefined
}

/** The bridges that machines are on: aware of VLANs where one has a tag, and with the largest packets that one sends. */
function bridgesFor(machines: readonly Machine[], address: string): WrittenHost['bridges'] {
  const nics = machines.flatMap((machine) => machine.nics)
  const names = [...new Set(['vmbr0', ...nics.map(({ bridge }) => bridge)])]
  return names.map((iface, at) => {
    const here = nics.filter(({ bridge }) => bridge === iface)
    const mtu = Math.max(0, ...here.map((nic) => nic.mtu ?? 0))
    const isTagged = here.some(({ vlan, trunks }) => vlan !== undefined || trunks !== undefined)
    return {
      iface,
      ports: [`eno${at + 1}`],
      ...(at === 0 ? { address: `${address}/${address.includes(':') ? 64 : 24}` } : {}),
      ...(isTagged ? { vlan_aware: true } : {}),
      ...(mtu > 1500 ? { mtu } : {}),
    }
  })
}

const GPU = { class: '0x030000', vendor: '0x10de', device: '0x2c05', vendor_name: 'NVIDIA Corporation' }

/** The devices that machines of a host take: those of mappings, and those that the file names by their address. */
function devicesFor(machines: readonly Machine[], host: string): WrittenHost['pci'] {
  const mapped = mappedDevices(machines, host).map((_, at) => devicePath(at))
  const named = machinesOn(machines, host).flatMap(({ vm }) => vm.pci.flatMap(({ address }) => address ?? []))
  const whole = (path: string) => (/\.\d$/.test(path) ? path : `${path}.0`)
  const full = (path: string) => whole(/^[0-9a-f]{4}:/i.test(path) ? path : `0000:${path}`)
  return [...new Set([...mapped, ...named.flatMap((path) => path.split(';')).map(full)])].map((id, at) => ({
    id,
    ...GPU,
    iommugroup: at + 1,
  }))
}
