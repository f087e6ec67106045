import { type Section, sectionAt } from '../../../world/section.ts'
import type { World } from '../../../world/world.ts'
import type { Call, Handlers, LooseParameters } from '../../call.ts'
import { digestOfSections, requireDigest } from '../../config/digest.ts'
import { changed, checkChange, checkNew, type SectionKind, sectionOf } from '../../config/section-config.ts'
import { changing, died } from '../../failure.ts'
import type { ReleaseInfo } from '../../release.ts'
import { parseResourceId, requireGuest } from './resource-id.ts'
import { withoutResource } from './rule-values.ts'

const kind: SectionKind = { optional: ['state', 'group', 'comment', 'failback', 'max_restart', 'max_relocate'] }

function shown(world: World, sid: string) {
  const { resources, groups } = world.ha
  const resource = sectionAt(resources, sid)
  if (resource === undefined) throw died(`no such resource '${sid}'`)
  const { group } = resource
  const lost = group !== undefined && !Object.hasOwn(groups, String(group))
  const errors = lost ? { errors: { group: `group '${group}' does not exist` } } : {}
  return { ...resource, sid, digest: digestOfSections(resources), ...errors }
}

function list({ sim, params }: Call<{ type?: string }>) {
  return Object.keys(sim.world.ha.resources)
    .map((sid) => shown(sim.world, sid))
    .filter((each) => params.type === undefined || !('type' in each) || each.type === params.type)
}

/** Release 9 has rules where release 8 has groups. */
function requireGroup(world: World, { tables }: ReleaseInfo, group: string | undefined): void {
  if (group === undefined) return
  if (tables === '9') throw died("invalid parameter 'group': ha groups have been migrated to rules")
  if (!Object.hasOwn(world.ha.groups, group)) throw died(`HA group '${group}' does not exist`)
}

type Given = { sid: string; type?: string; group?: string }

function idOf({ sim, params }: Call<Given>) {
  const id = parseResourceId(sim.world, params.sid)
  if (params.type !== undefined && params.type !== id.type) throw died('types does not match')
  return id
}

function settings(params: LooseParameters): Section {
  const { sid: _sid, type: _type, digest: _digest, delete: _delete, ...rest } = params
  return sectionOf(rest)
}

function create(call: Call<Given>) {
  const { sim, params } = call
  const id = idOf(call)
  requireGroup(sim.world, sim.release, params.group)
  requireGuest(sim.world, id)
  const given = settings(params)
  checkNew(kind, given)
  changing('create resource failed', () => {
    const { resources } = sim.world.ha
    if (Object.hasOwn(resources, id.sid)) throw died(`resource ID '${id.sid}' already defined`)
    resources[id.sid] = { type: id.type, ...given }
  })
  return null
}

function update(call: Call<Given & { digest?: string; delete?: string }>) {
  const { sim, params } = call
  const { sid } = idOf(call)
  requireGroup(sim.world, sim.release, params.group)
  changing('update resources config failed', () => {
    const { resources } = sim.world.ha
    requireDigest(digestOfSections(resources), params.digest)
    const before = sectionAt(resources, sid)
    if (before === undefined) throw died(`no such resource '${sid}'`)
    const given = settings(params)
    checkChange(kind, given)
    resources[sid] = changed(kind, before, given, params.delete)
  })
  return null
}

function remove(call: Call<{ sid: string; purge?: boolean }>) {
  const { ha } = call.sim.world
  const { sid } = parseResourceId(call.sim.world, call.params.sid)
  if (!Object.hasOwn(ha.resources, sid)) throw died(`cannot delete service '${sid}', not HA managed!`)
  delete ha.resources[sid]
  if (call.params.purge ?? true) ha.rules = withoutResource(ha.rules, sid)
  return null
}

/** Guests under high availability. */
export const haResourceHandlers: Handlers = {
  'GET /cluster/ha/resources': list,
  'POST /cluster/ha/resources': create,
  'GET /cluster/ha/resources/{sid}': ({ sim, params }) => shown(sim.world, parseResourceId(sim.world, params.sid).sid),
  'PUT /cluster/ha/resources/{sid}': update,
  'DELETE /cluster/ha/resources/{sid}': remove,
}
