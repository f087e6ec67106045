import ipaddr from 'ipaddr.js'
import { type Section, sectionAt } from '../../../world/section.ts'
import type { Call, Handlers, LooseParameters } from '../../call.ts'
import { digestOfSections, requireDigest } from '../../config/digest.ts'
import { changed, checkChange, checkNew, type SectionKind, sectionOf } from '../../config/section-config.ts'
import { badParameters, changing, died } from '../../failure.ts'
import { dhcpRanges, requireRanges } from './dhcp-ranges.ts'
import { type View, view } from './pending.ts'
import { READERS, vnetFor, WRITERS } from './vnet-access.ts'

const kind: SectionKind = {
  required: ['vnet'],
  optional: ['gateway', 'snat', 'dnszoneprefix', 'dhcp-range', 'dhcp-dns-server'],
}

/** What the identifier of a subnet tells. */
function partsOf(id: string) {
  const [zone = '', network = '', mask = ''] = id.split('-')
  return { id, zone, network, mask, cidr: `${network}/${mask}` }
}

function viewed({ sim }: Call<object>, wanted: View) {
  const shown = view(sim.world.sdn.subnets, sim.world.sdn.applied?.subnets ?? {}, wanted)
  return Object.fromEntries(
    Object.entries(shown).map(([id, subnet]) => [
      id,
      { ...subnet, ...partsOf(id), subnet: id, type: 'subnet', 'dhcp-range': dhcpRanges(subnet) },
    ]),
  )
}

function list(call: Call<View & { vnet: string }>) {
  vnetFor(call, READERS)
  return Object.values(viewed(call, call.params)).filter((each) => 'vnet' in each && each.vnet === call.params.vnet)
}

function read(call: Call<View & { vnet: string; subnet: string }>) {
  vnetFor(call, READERS)
  const found = sectionAt(viewed(call, call.params), call.params.subnet)
  if (found === undefined) throw died(`sdn subnet '${call.params.subnet}' does not exist`)
  if (!('vnet' in found) || found.vnet !== call.params.vnet) throw badParameters({ vnet: 'wrong vnet' })
  return found
}

function settings(params: LooseParameters): Section {
  const { subnet: _subnet, type: _type, digest: _digest, delete: _delete, 'lock-token': _token, ...rest } = params
  return sectionOf(rest)
}

function requireFit(id: string, subnet: Section, vnet: Section): void {
  if (vnet.vlanaware === 1) throw badParameters({ vnet: "you can't add a subnet on a vlanaware vnet" })
  if (subnet.gateway !== undefined) requireGateway(id, String(subnet.gateway))
  requireRanges(subnet, partsOf(id).cidr)
}

/** Refuses a gateway outside of its subnet; a single address may have its gateway anywhere. */
function requireGateway(id: string, gateway: string): void {
  const { cidr, mask } = partsOf(id)
  const address = ipaddr.parse(gateway)
  const network = ipaddr.parseCIDR(cidr)
  const isInside = address.kind() === network[0].kind() && address.match(network)
  const isPointToPoint = address.kind() === 'ipv4' && mask === '32'
  if (!isInside && !isPointToPoint) throw badParameters({ gateway: `${gateway} is not in subnet ${cidr}` })
}

function create(call: Call<{ vnet: string; subnet: string }>) {
  const vnet = vnetFor(call, WRITERS)
  const { subnets } = call.sim.world.sdn
  changing('create sdn subnet object failed', () => {
    const id = `${vnet.zone}-${call.params.subnet.replace('/', '-')}`
    const given = settings(call.params)
    checkNew(kind, given)
    if (Object.hasOwn(subnets, id)) throw died(`sdn subnet object ID '${id}' already defined`)
    requireFit(id, given, vnet)
    subnets[id] = given
  })
  return null
}

function update(call: Call<{ vnet: string; subnet: string; digest?: string; delete?: string }>) {
  const vnet = vnetFor(call, WRITERS)
  const { subnets } = call.sim.world.sdn
  const { subnet: id, digest, delete: removed } = call.params
  changing('update sdn subnet object failed', () => {
    const before = sectionAt(subnets, id)
    if (before === undefined) throw died(`sdn subnet '${id}' does not exist`)
    requireDigest(digestOfSections(subnets), digest)
    const given = settings(call.params)
    checkChange(kind, given)
    const after = changed(kind, before, given, removed)
    requireFit(id, after, vnet)
    subnets[id] = after
  })
  return null
}

function remove(call: Call<{ vnet: string; subnet: string }>) {
  vnetFor(call, WRITERS)
  delete call.sim.world.sdn.subnets[call.params.subnet]
  return null
}

/** Networks of addresses inside virtual networks. */
export const sdnSubnetHandlers: Handlers = {
  'GET /cluster/sdn/vnets/{vnet}/subnets': list,
  'POST /cluster/sdn/vnets/{vnet}/subnets': create,
  'GET /cluster/sdn/vnets/{vnet}/subnets/{subnet}': read,
  'PUT /cluster/sdn/vnets/{vnet}/subnets/{subnet}': update,
  'DELETE /cluster/sdn/vnets/{vnet}/subnets/{subnet}': remove,
}
