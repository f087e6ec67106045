import { addressAt, contains, formatIp, type Ip, type Network, parseIp, parseNetwork } from '../net/ip.ts'
import type { Address, Nic } from '../spec/vm/hardware.ts'
import { addressPlan, lastUsable, networkOf } from './addresses.ts'
import type { Origin } from './desired.ts'
import { cpusAtStart } from './hardware.ts'
import { macOf, type Seat } from './identity.ts'
import type { Settings } from './layers.ts'
import { derived, inFile } from './origin.ts'
import type { Pool, Slot } from './pools.ts'

/** What is the same for the NICs of all machines of a cluster. */
export interface NicContext {
  readonly addressing: 'static' | 'dhcp' | 'reserved'
  readonly networks: readonly Network[]
  readonly gateways: readonly string[]
  readonly macPrefix: string | undefined
}

type NicSpec = NonNullable<Settings['network']['nics']>[number]

/** What the file says about this machine alone. */
export interface NodeNic {
  readonly mac?: string | undefined
  readonly address?: readonly string[] | undefined
}

const defaultQueues = 4

/** All NICs of a machine; the first carries its address. */
export function nicsOf(
  slot: Slot,
  seat: Seat,
  settings: Partial<Settings>,
  node: NodeNic,
  context: NicContext,
  origins: Map<string, Origin>,
): [Nic, ...Nic[]] {
  const cpus = cpusAtStart(settings.vm ?? {})
  return [
    firstNic(slot, seat, settings, node, context, cpus, origins),
    ...(settings.network?.nics ?? []).map((said, position) =>
      furtherNic(said, position + 1, slot.pool, seat, settings, context, cpus),
    ),
  ]
}

function firstNic(
  slot: Slot,
  seat: Seat,
  settings: Partial<Settings>,
  node: NodeNic,
  context: NicContext,
  cpus: number,
  origins: Map<string, Origin>,
): Nic {
  const { network = {} } = settings
  const net = settings.vm?.net ?? {}
  const mac = node.mac ?? macOf(seat, 0, context.macPrefix)
  origins.set(
    'nics[0].mac',
    node.mac === undefined ? derived('computed from cluster, pool and index') : inFile(['nodes', slot.name, 'mac']),
  )
  origins.set('nics[0].addresses', addressOrigin(slot, node, context))
  if (net.queues === undefined) origins.set('vm.net.queues', derived('4, or the number of CPUs when that is less'))
  return {
    mac,
    model: net.model ?? 'virtio',
    bridge: network.bridge ?? 'vmbr0',
    vlan: network.vlan,
    mtu: network.mtu,
    queues: net.queues ?? Math.min(defaultQueues, cpus),
    firewall: net.firewall ?? false,
    rate: net.rate,
    trunks: net.trunks,
    method: context.addressing === 'static' ? 'static' : 'dhcp',
    addresses: addressesOf(slot, node, context),
    gateways: context.addressing === 'static' ? context.gateways : [],
    routes: network.routes ?? [],
    selector: network.selector ?? { mac },
  }
}

function furtherNic(
  said: NicSpec,
  position: number,
  pool: Pool,
  seat: Seat,
  settings: Partial<Settings>,
  context: NicContext,
  cpus: number,
): Nic {
  const mac = said.mac ?? macOf(seat, position, context.macPrefix)
  const networks = (said.cidr ?? []).map(parseNetwork)
  const addresses = networks.flatMap((network) => {
    const ip = furtherAddress(said, pool, seat.index, network, context)
    return ip === undefined ? [] : [{ address: formatIp(ip), prefix: network.prefix }]
  })
  return {
    mac,
    model: said.model ?? 'virtio',
    bridge: said.bridge ?? settings.network?.bridge ?? 'vmbr0',
    vlan: said.vlan,
    mtu: said.mtu,
    queues: said.queues ?? Math.min(defaultQueues, cpus),
    firewall: said.firewall ?? false,
    method: addresses.length > 0 ? 'static' : 'dhcp',
    addresses,
    gateways: said.gateway ?? [],
    routes: said.routes ?? [],
    selector: said.selector ?? { mac },
  }
}

/** The address of a further NIC: as written for it, else as far into its network as the first NIC's is into the cluster's. */
function furtherAddress(
  { addresses }: NicSpec,
  pool: Pool,
  index: number,
  network: Network,
  { networks }: NicContext,
): Ip | undefined {
  const main = networks.find(({ family }) => family === network.family)
  if (addresses !== undefined || main === undefined)
    return addressPlan({ addresses: addresses ?? pool.addresses }, network).at(index)
  const first = addressPlan(pool, main).at(index)
  if (first === undefined || !contains(main, first)) return undefined
  const ip = addressAt(network, first.value - main.first)
  return ip.value <= lastUsable(network) ? ip : undefined
}

function addressesOf(slot: Slot, node: NodeNic, { addressing, networks }: NicContext): Address[] {
  if (addressing === 'dhcp') return []
  return node.address === undefined ? planned(slot, networks) : given(node.address, networks)
}

function planned({ pool, index }: Slot, networks: readonly Network[]): Address[] {
  return networks.flatMap((network) => {
    const ip = addressPlan(pool, network).at(index)
    return ip === undefined ? [] : [{ address: formatIp(ip), prefix: network.prefix }]
  })
}

function given(addresses: readonly string[], networks: readonly Network[]): Address[] {
  return addresses.map((text) => {
    const ip = parseIp(text)
    const network = networkOf(networks, ip) ?? networks.find(({ family }) => family === ip.family)
    return { address: formatIp(ip), prefix: network?.prefix ?? (ip.family === 'ipv4' ? 32 : 128) }
  })
}

function addressOrigin(slot: Slot, node: NodeNic, { addressing }: NicContext): Origin {
  if (addressing === 'dhcp') return derived('learnt from the guest agent')
  if (node.address !== undefined) return inFile(['nodes', slot.name, 'address'])
  return derived(`machine ${slot.index} of pool ${slot.pool.name}`, slot.pool.written.addresses)
}
