import { splitList } from '../../../../src/proxmox/format-checks/check.ts'
import { type Section, sectionAt } from '../../../world/section.ts'
import type { Sdn } from '../../../world/stores.ts'
import { hasAny } from '../../auth/rights.ts'
import type { Call, Handlers, LooseParameters } from '../../call.ts'
import { digestOfSections, requireDigest } from '../../config/digest.ts'
import { changed, checkChange, checkNew, sectionOf } from '../../config/section-config.ts'
import { badParameters, changing, died } from '../../failure.ts'
import { type View, view } from './pending.ts'
import { type ZoneKind, zoneKinds } from './zone-kinds.ts'

function viewed({ sim }: Call<object>, wanted: View) {
  return view(sim.world.sdn.zones, sim.world.sdn.applied?.zones ?? {}, wanted)
}

function list(call: Call<View & { type?: string }>) {
  const { sim, caller, params } = call
  return Object.entries(viewed(call, params))
    .filter(([id]) => hasAny(sim.world, caller.id, `/sdn/zones/${id}`, ['SDN.Audit', 'SDN.Allocate']))
    .filter(([, zone]) => params.type === undefined || zone.type === params.type)
    .map(([id, zone]) => ({ ...zone, zone: id }))
}

function read(call: Call<View & { zone: string }>) {
  const zone = sectionAt(viewed(call, call.params), call.params.zone)
  if (zone === undefined) throw died(`sdn '${call.params.zone}' does not exist`)
  return { ...zone, zone: call.params.zone }
}

function settings(params: LooseParameters): Section {
  const { zone: _zone, type: _type, digest: _digest, delete: _delete, 'lock-token': _token, ...rest } = params
  const section = sectionOf(rest)
  for (const key of ['nodes', 'exitnodes']) {
    if (section[key] !== undefined) section[key] = [...splitList(String(section[key]))].sort().join(',')
  }
  return section
}

function kindOf(type: unknown): ZoneKind {
  const kind = zoneKinds[String(type)]
  if (kind === undefined) throw died(`unknown section type '${type}'`)
  return kind
}

/** Refuses a zone that names services which do not exist. */
function requireServices({ dns, ipams }: Sdn, given: Section): void {
  for (const key of ['dns', 'reversedns']) {
    const server = given[key]
    if (server && !Object.hasOwn(dns, String(server))) throw badParameters({ [key]: `${server} don't exist` })
  }
  if (given.dnszone && !given.dns) throw badParameters({ dnszone: 'missing dns server' })
  const { ipam } = given
  if (ipam && ipam !== 'pve' && !Object.hasOwn(ipams, String(ipam))) {
    throw badParameters({ ipam: `${ipam} not existing` })
  }
}

function create({ sim, params }: Call<{ zone: string; type: string }>) {
  const { sdn } = sim.world
  const { zone: id, type } = params
  const given = settings(params)
  const kind = kindOf(type)
  checkNew(kind, given)
  changing('create sdn zone object failed', () => {
    if (Object.hasOwn(sdn.zones, id)) throw died(`sdn zone object ID '${id}' already defined`)
    requireServices(sdn, given)
    const zone = { type, ...given }
    kind.check?.(id, zone, sdn.zones, sdn.controllers)
    sdn.zones[id] = zone
  })
  return null
}

function existing(sdn: Sdn, id: string): Section {
  const zone = sectionAt(sdn.zones, id)
  if (zone === undefined) throw died(`sdn '${id}' does not exist`)
  return zone
}

function update({ sim, params }: Call<{ zone: string; digest?: string; delete?: string }>) {
  const { sdn } = sim.world
  const { zone: id } = params
  changing('update sdn zone object failed', () => {
    requireDigest(digestOfSections(sdn.zones), params.digest)
    const before = existing(sdn, id)
    const kind = kindOf(before.type)
    const given = settings(params)
    checkChange(kind, given)
    const after = changed(kind, before, given, params.delete)
    if (after.ipam !== before.ipam && Object.keys(sdn.subnets).some((subnet) => subnet.startsWith(`${id}-`))) {
      throw badParameters({ ipam: "can't change ipam if a subnet is already defined in this zone" })
    }
    requireServices(sdn, given)
    kind.check?.(id, after, sdn.zones, sdn.controllers)
    sdn.zones[id] = after
  })
  return null
}

function remove({ sim, params }: Call<{ zone: string }>) {
  const { sdn } = sim.world
  changing('delete sdn zone object failed', () => {
    existing(sdn, params.zone)
    const user = Object.entries(sdn.vnets).find(([, vnet]) => vnet.zone === params.zone)?.[0]
    if (user !== undefined) {
      const place = 'at /usr/share/perl5/PVE/Network/SDN/Zones/Plugin.pm line 149.'
      throw died(`zone ${params.zone} is used by vnet ${user} ${place}`)
    }
    delete sdn.zones[params.zone]
  })
  return null
}

/** Zones: how virtual networks reach each other. */
export const sdnZoneHandlers: Handlers = {
  'GET /cluster/sdn/zones': list,
  'POST /cluster/sdn/zones': create,
  'GET /cluster/sdn/zones/{zone}': read,
  'PUT /cluster/sdn/zones/{zone}': update,
  'DELETE /cluster/sdn/zones/{zone}': remove,
}
