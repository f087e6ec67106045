import { type Section, sectionAt } from '../../../world/section.ts'
import type { World } from '../../../world/world.ts'
import type { Call, Handlers, LooseParameters } from '../../call.ts'
import { digestOfSections, requireDigest } from '../../config/digest.ts'
import { changed, checkChange, checkNew, type SectionKind, sectionOf } from '../../config/section-config.ts'
import { changing, died } from '../../failure.ts'
import { inFileOrder } from './rule-values.ts'

const kind: SectionKind = { required: ['nodes'], optional: ['comment', 'nofailback', 'restricted'] }

/** Groups exist on release 8 only. */
function requireGroups({ sim }: Call<object>, doing: string): void {
  if (sim.release.tables === '9') throw died(`cannot ${doing}: ha groups have been migrated to rules`)
}

function shown({ ha }: World, group: string) {
  const found = sectionAt(ha.groups, group)
  if (found === undefined) throw died(`no such ha group '${group}'`)
  return { ...found, type: 'group', group, digest: digestOfSections(ha.groups) }
}

function settings(params: LooseParameters): Section {
  const { group: _group, type: _type, digest: _digest, delete: _delete, ...rest } = params
  return inFileOrder(sectionOf(rest))
}

function list(call: Call<object>) {
  requireGroups(call, 'index groups')
  return Object.keys(call.sim.world.ha.groups).map((group) => shown(call.sim.world, group))
}

function read(call: Call<{ group: string }>) {
  requireGroups(call, 'read group')
  return shown(call.sim.world, call.params.group)
}

function create(call: Call<{ group: string }>) {
  requireGroups(call, 'create group')
  const { groups } = call.sim.world.ha
  const { group } = call.params
  const given = settings(call.params)
  checkNew(kind, given)
  changing('create ha group failed', () => {
    if (Object.hasOwn(groups, group)) throw died(`ha group ID '${group}' already defined`)
    groups[group] = given
  })
  return null
}

function update(call: Call<{ group: string; digest?: string; delete?: string }>) {
  requireGroups(call, 'update group')
  const { groups } = call.sim.world.ha
  const { group, digest, delete: removed } = call.params
  changing('update ha group failed', () => {
    requireDigest(digestOfSections(groups), digest)
    const before = sectionAt(groups, group)
    if (before === undefined) throw died(`no such ha group '${group}'`)
    const given = settings(call.params)
    checkChange(kind, given)
    groups[group] = changed(kind, before, given, removed)
  })
  return null
}

function remove(call: Call<{ group: string }>) {
  requireGroups(call, 'delete group')
  const { groups, resources } = call.sim.world.ha
  const { group } = call.params
  changing('delete ha group failed', () => {
    const user = Object.entries(resources).find(([, resource]) => resource.group === group)?.[0]
    if (user !== undefined) throw died(`ha group is used by service '${user}'`)
    delete groups[group]
  })
  return null
}

/** Groups of nodes, which release 8 places guests by. */
export const haGroupHandlers: Handlers = {
  'GET /cluster/ha/groups': list,
  'POST /cluster/ha/groups': create,
  'GET /cluster/ha/groups/{group}': read,
  'PUT /cluster/ha/groups/{group}': update,
  'DELETE /cluster/ha/groups/{group}': remove,
}
