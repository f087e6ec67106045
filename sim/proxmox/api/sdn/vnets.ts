import { type Section, sectionAt } from '../../../world/section.ts'
import type { Sdn } from '../../../world/stores.ts'
import { hasAny } from '../../auth/rights.ts'
import type { Call, Handlers, LooseParameters } from '../../call.ts'
import { digestOfSections, requireDigest } from '../../config/digest.ts'
import { changed, checkChange, checkNew, type SectionKind, sectionOf } from '../../config/section-config.ts'
import { badParameters, changing, died } from '../../failure.ts'
import { type View, view } from './pending.ts'
import { READERS, vnetFor, WRITERS } from './vnet-access.ts'
import { zoneKinds } from './zone-kinds.ts'

const kind: SectionKind = { required: ['zone'], optional: ['tag', 'alias', 'vlanaware', 'isolate-ports'] }

function viewed({ sim }: Call<object>, wanted: View) {
  const shown = view(sim.world.sdn.vnets, sim.world.sdn.applied?.vnets ?? {}, wanted)
  return Object.fromEntries(Object.entries(shown).map(([id, vnet]) => [id, { ...vnet, type: 'vnet', vnet: id }]))
}

function list(call: Call<View>) {
  const { sim, caller } = call
  const { vnets, applied } = sim.world.sdn
  const zoneOf = (id: string) => sectionAt(applied?.vnets ?? {}, id)?.zone ?? sectionAt(vnets, id)?.zone
  return Object.entries(viewed(call, call.params))
    .filter(([id]) => hasAny(sim.world, caller.id, `/sdn/zones/${zoneOf(id)}/${id}`, READERS))
    .map(([, vnet]) => vnet)
}

function read(call: Call<View & { vnet: string }>) {
  vnetFor(call, READERS)
  const vnet = sectionAt(viewed(call, call.params), call.params.vnet)
  if (vnet === undefined) throw died(`sdn vnet '${call.params.vnet}' does not exist`)
  return vnet
}

function settings(params: LooseParameters): Section {
  const { vnet: _vnet, type: _type, digest: _digest, delete: _delete, 'lock-token': _token, ...rest } = params
  return sectionOf(rest)
}

const UNDEFINED_TYPE = 'cannot lookup undefined type! at /usr/share/perl5/PVE/API2/Network/SDN/Vnets.pm line 326.'

/** Refuses a virtual network that cannot be in its zone. */
function requireFit({ zones, vnets, subnets }: Sdn, id: string, vnet: Section): void {
  const zone = sectionAt(zones, String(vnet.zone))
  if (zone === undefined) throw died(UNDEFINED_TYPE)
  zoneKinds[String(zone.type)]?.join?.({ id, vnet, vnets, zones })
  if (vnet.vlanaware === 1 && Object.values(subnets).some((subnet) => subnet.vnet === id)) {
    throw badParameters({ vlanaware: 'vlanaware vnet is not compatible with subnets' })
  }
}

function create({ sim, params }: Call<{ vnet: string }>) {
  const { sdn } = sim.world
  const { vnet: id } = params
  changing('create sdn vnet object failed', () => {
    const given = settings(params)
    checkNew(kind, given)
    if (Object.hasOwn(sdn.vnets, id)) throw died(`sdn vnet object ID '${id}' already defined`)
    requireFit(sdn, id, given)
    sdn.vnets[id] = given
  })
  return null
}

function update(call: Call<{ vnet: string; digest?: string; delete?: string }>) {
  const before = vnetFor(call, WRITERS)
  const { sdn } = call.sim.world
  const { vnet: id, digest, delete: removed } = call.params
  changing('update sdn vnet object failed', () => {
    requireDigest(digestOfSections(sdn.vnets), digest)
    const given = settings(call.params)
    checkChange(kind, given)
    const after = changed(kind, before, given, removed)
    if (after.zone !== before.zone && Object.values(sdn.subnets).some((subnet) => subnet.vnet === id)) {
      throw badParameters({ zone: "can't change zone if subnets exist" })
    }
    requireFit(sdn, id, after)
    sdn.vnets[id] = after
  })
  return null
}

function remove(call: Call<{ vnet: string }>) {
  vnetFor(call, WRITERS)
  const { sdn } = call.sim.world
  const { vnet: id } = call.params
  changing('delete sdn vnet object failed', () => {
    if (Object.values(sdn.subnets).some((subnet) => subnet.vnet === id)) {
      throw badParameters({ vnet: "Can't delete vnet if subnets exists" })
    }
    delete sdn.vnets[id]
  })
  return null
}

/** Virtual networks, which guests use like bridges. */
export const sdnVnetHandlers: Handlers = {
  'GET /cluster/sdn/vnets': list,
  'POST /cluster/sdn/vnets': create,
  'GET /cluster/sdn/vnets/{vnet}': read,
  'PUT /cluster/sdn/vnets/{vnet}': update,
  'DELETE /cluster/sdn/vnets/{vnet}': remove,
}
