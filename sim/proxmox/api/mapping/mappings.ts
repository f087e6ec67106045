import type { Host } from '../../../world/host.ts'
import { type Section, sectionAt } from '../../../world/section.ts'
import type { World } from '../../../world/world.ts'
import { hasAny } from '../../auth/rights.ts'
import type { Call, LooseParameters, RestHandlers } from '../../call.ts'
import { digestOfSections, requireDigest } from '../../config/digest.ts'
import { changed, checkNew, sectionOf } from '../../config/section-config.ts'
import { changing, died } from '../../failure.ts'
import { mount } from '../mount.ts'
import { type MappingKind, mappingKinds } from './kinds.ts'
import { mapEntries } from './map-entry.ts'

const READERS = ['Mapping.Modify', 'Mapping.Use', 'Mapping.Audit']

function list({ sim, caller, params, entry }: Call<{ 'check-node'?: string }>, kind: MappingKind) {
  const { world } = sim
  const { 'check-node': wanted } = params
  const host = wanted === undefined ? undefined : hostNamed(world, wanted === 'localhost' ? entry : wanted)
  const mappings = world.mappings[kind.name]
  const digest = digestOfSections(mappings)
  return Object.entries(mappings)
    .filter(([id]) => hasAny(world, caller.id, `/mapping/${kind.name}/${id}`, READERS))
    .map(([id, mapping]) => ({
      ...mapping,
      type: kind.name,
      id,
      digest,
      ...(host === undefined ? {} : { checks: checksOf(world, kind, host, id, mapping) }),
    }))
}

/** The node that a check is for, and that it would be forwarded to. */
function hostNamed(world: World, name: string): Host {
  const host = world.hosts.find((each) => each.name === name)
  if (host !== undefined) return host
  throw died(`hostname lookup '${name}' failed - failed to get address info for: ${name}: Name or service not known`)
}

/** What is wrong with a mapping on a node. */
function checksOf(world: World, kind: MappingKind, host: Host, id: string, mapping: Section) {
  const entries = mapEntries(mapping).filter((entry) => entry.node === host.name)
  if (entries.length === 0) return [{ severity: 'warning', message: `No mapping for node ${host.name}.` }]
  return entries.flatMap((entry) => {
    const fault = kind.fault(world, host, entry, id, mapping)
    return fault === undefined ? [] : [{ severity: 'error', message: `Invalid configuration: ${fault}\n` }]
  })
}

function read({ sim, params }: Call<{ id: string }>, kind: MappingKind) {
  const mappings = sim.world.mappings[kind.name]
  const mapping = sectionAt(mappings, params.id)
  if (mapping === undefined) throw died(`mapping '${params.id}' not found`)
  return { ...mapping, type: kind.name, digest: digestOfSections(mappings) }
}

function settings(params: LooseParameters): Section {
  const { id: _id, digest: _digest, delete: _delete, ...rest } = params
  return sectionOf(rest)
}

function create({ sim, params, entry }: Call<{ id: string }>, kind: MappingKind) {
  const mappings = sim.world.mappings[kind.name]
  const given = settings(params)
  checkNew(kind.section, given)
  kind.check?.(sim.world, entry, mapEntries(given))
  changing(`create ${kind.noun} mapping failed`, () => {
    if (Object.hasOwn(mappings, params.id)) throw died(`${kind.name} ID '${params.id}' already defined`)
    mappings[params.id] = given
  })
  return null
}

function update({ sim, params, entry }: Call<{ id: string; digest?: string; delete?: string }>, kind: MappingKind) {
  const mappings = sim.world.mappings[kind.name]
  changing(`update ${kind.noun} mapping failed`, () => {
    requireDigest(digestOfSections(mappings), params.digest)
    const before = sectionAt(mappings, params.id)
    if (before === undefined) throw died(`${kind.name} ID '${params.id}' does not exist`)
    const given = settings(params)
    // A change is checked like a new mapping, so it must give the whole map again.
    checkNew(kind.section, given)
    kind.check?.(sim.world, entry, mapEntries(given))
    mappings[params.id] = changed(kind.section, before, given, params.delete)
  })
  return null
}

function remove({ sim, params }: Call<{ id: string }>, kind: MappingKind) {
  delete sim.world.mappings[kind.name][params.id]
  return null
}

/** Devices and directories that several nodes offer under one name. */
export const mappingHandlers: RestHandlers = mount(mappingKinds, (kind) => {
  const base = `/cluster/mapping/${kind.name}`
  return {
    [`GET ${base}`]: (call: Call<{ 'check-node'?: string }>) => list(call, kind),
    [`POST ${base}`]: (call: Call<{ id: string }>) => create(call, kind),
    [`GET ${base}/{id}`]: (call: Call<{ id: string }>) => read(call, kind),
    [`PUT ${base}/{id}`]: (call: Call<{ id: string }>) => update(call, kind),
    [`DELETE ${base}/{id}`]: (call: Call<{ id: string }>) => remove(call, kind),
  }
})
