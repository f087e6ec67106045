import type { Section, Sections } from '../../../world/section.ts'
import { sectionAt } from '../../../world/section.ts'
import type { SectionKind } from '../../config/section-config.ts'
import { badParameters, died } from '../../failure.ts'

/** A virtual network that is to stand among others. */
export interface Joining {
  readonly id: string
  readonly vnet: Section
  readonly vnets: Sections
  readonly zones: Sections
}

/** A kind of zone. */
export interface ZoneKind extends SectionKind {
  /** Refuses a zone that its keys alone do not rule out. */
  readonly check?: (id: string, zone: Section, zones: Sections, controllers: Sections) => void
  /** Refuses a virtual network that cannot be in such a zone. */
  readonly join?: (joining: Joining) => void
}

const COMMON = ['nodes', 'mtu', 'dns', 'reversedns', 'dnszone', 'ipam']
const MAX_VLAN = 4096
const MAX_VXLAN = 16_777_216

/** Every kind of zone by name. */
export const zoneKinds: Readonly<Record<string, ZoneKind>> = {
  simple: { optional: [...COMMON, 'dhcp'], join: withoutTag },
  vlan: { required: ['bridge'], optional: [...COMMON, 'bridge-disable-mac-learning'], join: withVlan },
  qinq: {
    required: ['tag', 'bridge'],
    optional: [...COMMON, 'bridge-disable-mac-learning', 'vlan-protocol'],
    join: withInnerVlan,
  },
  vxlan: { optional: [...COMMON, 'peers', 'vxlan-port', 'fabric'], check: onePeering, join: withVxlan },
  evpn: {
    required: ['vrf-vxlan', 'controller'],
    optional: [
      ...[...COMMON, 'exitnodes', 'exitnodes-local-routing', 'exitnodes-primary', 'advertise-subnets', 'mac'],
      ...['disable-arp-nd-suppression', 'bridge-disable-mac-learning', 'rt-import', 'vxlan-port'],
    ],
    check: ownRouting,
    join: withVxlan,
  },
  faucet: { required: ['dp-id', 'controller'], optional: COMMON.filter((key) => key !== 'mtu') },
}

function withoutTag({ vnet }: Joining): void {
  if (vnet.tag !== undefined) throw badParameters({ tag: 'vlan tag is not allowed on simple zone' })
}

/** The others of a kind with the same tag. */
function sameTag({ id, vnet, vnets }: Joining, wanted: (other: Section) => boolean): string | undefined {
  return Object.keys(vnets).find((other) => {
    const found = vnets[other]
    return other !== id && found !== undefined && wanted(found) && found.tag === vnet.tag
  })
}

function withVlan(joining: Joining): void {
  const { tag, zone } = joining.vnet
  if (tag === undefined) throw badParameters({ tag: 'missing vlan tag' })
  if (Number(tag) > MAX_VLAN) throw badParameters({ tag: `vlan tag max value is ${MAX_VLAN}` })
  const taken = sameTag(joining, (other) => other.zone === zone)
  if (taken !== undefined) throw badParameters({ tag: `tag ${tag} already exist in vnet ${taken}` })
}

function withInnerVlan(joining: Joining): void {
  const { tag, zone } = joining.vnet
  if (Number(tag ?? 0) > MAX_VLAN) throw badParameters({ tag: `VLAN tag maximal value is ${MAX_VLAN}` })
  const taken = sameTag(joining, (other) => other.zone === zone)
  if (taken === undefined) return
  const text = tag === undefined ? 'tag-less vnet already exists' : `tag ${tag} already exist`
  throw badParameters({ tag: `${text} in zone ${zone} vnet ${taken}` })
}

function withVxlan(joining: Joining): void {
  const { vnet, vnets, zones } = joining
  const { tag } = vnet
  if (tag === undefined) throw badParameters({ tag: 'missing vxlan tag' })
  if (Number(tag) > MAX_VXLAN) throw badParameters({ tag: `vxlan tag max value is ${MAX_VXLAN}` })
  const typeOf = ({ zone }: Section) => sectionAt(zones, String(zone))?.type
  if (typeOf(vnet) === 'evpn' && vnet.vlanaware === 1) {
    throw badParameters({ 'vlan-aware': "vlan-aware option can't be enabled with evpn" })
  }
  const taken = sameTag(joining, (other) => /^(?:vxlan|evpn)$/.test(String(typeOf(other))))
  if (taken === undefined) return
  throw badParameters({ tag: `vxlan tag ${tag} already exist in vnet ${taken} in zone ${vnets[taken]?.zone} ` })
}

function onePeering(_id: string, zone: Section): void {
  if (Boolean(zone.peers) !== Boolean(zone.fabric)) return
  const text = 'must have exactly one of peers / fabric defined'
  throw badParameters({ peers: text, fabric: text })
}

const EVPN = 'at /usr/share/perl5/PVE/Network/SDN/Zones/EvpnPlugin.pm line'

function ownRouting(id: string, zone: Section, zones: Sections, controllers: Sections): void {
  const controller = sectionAt(controllers, String(zone.controller))
  if (controller === undefined) throw died(`controller ${zone.controller} don't exist ${EVPN} 354.`)
  if (controller.type !== 'evpn') throw died(`${zone.controller} is not a evpn controller type ${EVPN} 356.`)
  const rival = Object.keys(zones).find((other) => other !== id && zones[other]?.['vrf-vxlan'] === zone['vrf-vxlan'])
  if (rival !== undefined) throw died(`vrf-vxlan ${zone['vrf-vxlan']} is already declared in ${rival} ${EVPN} 366.`)
}
