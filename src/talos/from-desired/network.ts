import { contains, parseIp, parseNetwork } from '../../net/ip.ts'
import type { Nic } from '../../spec/vm/hardware.ts'
import type { Wishes } from '../config/configure.ts'
import { type Link, legacyInterface, type Route } from '../config/parts/links.ts'
import { saysAll } from '../document/says-all.ts'
import { listAt, type Value } from '../document/value.ts'
import { isControlPlane, type MachineContext, unlessEmpty } from './context.ts'

/** What a machine knows of its network; `patches` are those of the machine, since they may have a say in how it is written. */
export function networkWishes(context: MachineContext, patches: readonly Value[]): Wishes {
  const { dns, searchDomains, ntp } = context.desired.network
  const resolvers = {
    ...(dns.length === 0 ? {} : { nameservers: dns }),
    ...(searchDomains.length === 0 ? {} : { searchDomains }),
  }
  return {
    hostname: context.machine.name,
    ...linkWishes(linksOf(context), patches),
    ...(unlessEmpty(resolvers) && { resolvers }),
    ...(ntp.length === 0 ? {} : { time: { servers: ntp } }),
  }
}

/**
 * Cards that are patched in the old way are written in the old way, or the machine would configure them twice. Talos merges
 * no two cards that are picked by a truth value, so what a patch says completely is left to it.
 */
function linkWishes(links: readonly Link[], patches: readonly Value[]): Wishes {
  if (links.length === 0) return {}
  const patched = patches.flatMap((patch) => listAt(patch, 'machine', 'network', 'interfaces'))
  if (patched.length === 0) return { links }
  const rest = links.filter((link) => !patched.some((other) => saysAll(other, legacyInterface(link))))
  return rest.length === 0 ? {} : { interfaces: rest }
}

/** The cards of a machine; none while all of them do what Talos does anyway, which is to ask DHCP. */
function linksOf(context: MachineContext): Link[] {
  const { machine, desired } = context
  const vips = isControlPlane(context) ? desired.network.vips : []
  const holders = vips.map((vip) => holderOf(vip, machine.nics))
  const isUsual = machine.nics.every(
    (nic) => nic.method === 'dhcp' && mtuOf(nic) === undefined && nic.routes.length === 0,
  )
  if (isUsual && vips.length === 0) return []
  return machine.nics.map((nic, index) =>
    linkOf(
      nic,
      vips.filter((_, at) => holders[at] === index),
    ),
  )
}

/** The card in whose network a virtual address lies, else the first. */
function holderOf(vip: string, nics: readonly Nic[]): number {
  const ip = parseIp(vip)
  const found = nics.findIndex(({ addresses }) =>
    addresses.some(({ address, prefix }) => contains(parseNetwork(`${address}/${prefix}`), ip)),
  )
  return found === -1 ? 0 : found
}

function linkOf(nic: Nic, vips: readonly string[]): Link {
  const { method, addresses, selector } = nic
  const mtu = mtuOf(nic)
  const routes = routesOf(nic)
  return {
    selector,
    ...(mtu === undefined ? {} : { mtu }),
    ...(method === 'dhcp'
      ? { dhcp: true }
      : { addresses: addresses.map(({ address, prefix }) => `${address}/${prefix}`) }),
    ...(routes.length === 0 ? {} : { routes }),
    ...(vips.length === 0 ? {} : { vips }),
  }
}

function routesOf({ gateways, routes }: Nic): Route[] {
  return [
    ...gateways.map((gateway) => ({ gateway })),
    ...routes.map(({ network, ...way }) => ({ destination: network, ...way })),
  ]
}

/** An MTU of 1 is the bridge's own, which the card tells the machine by itself. */
const mtuOf = ({ mtu }: Nic): number | undefined => (mtu === 1 ? undefined : mtu)

/** The networks of the first card, where they are known. */
export function firstNetworks({ desired, machine }: Pick<MachineContext, 'desired' | 'machine'>): string[] {
  const known = machine.nics[0].addresses.map(({ address, prefix }) => {
    const [network = ''] = desired.network.networks.flatMap(({ cidr }) =>
      contains(parseNetwork(cidr), parseIp(address)) ? [cidr] : [],
    )
    return network || `${address}/${prefix}`
  })
  return known.length > 0 ? known : desired.network.networks.map(({ cidr }) => cidr)
}
