import { type Section, type Sections, sectionAt } from '../../../world/section.ts'
import type { World } from '../../../world/world.ts'
import type { Call, Handlers, LooseParameters } from '../../call.ts'
import { digestOfSections, requireDigest } from '../../config/digest.ts'
import { changed, checkChange, checkNew, type SectionKind, sectionOf } from '../../config/section-config.ts'
import { changing, died, Failure } from '../../failure.ts'
import { ruleFaults } from './rule-feasibility.ts'
import { inFileOrder, nodesOf, resourcesOf } from './rule-values.ts'

const kinds: Readonly<Record<string, SectionKind>> = {
  'node-affinity': { required: ['resources', 'nodes'], optional: ['strict', 'disable', 'comment'] },
  'resource-affinity': { required: ['resources', 'affinity'], optional: ['disable', 'comment'] },
}

function kindOf(type: unknown): SectionKind {
  const kind = kinds[String(type)]
  if (kind === undefined) throw died(`unknown section type '${type}'`)
  return kind
}

function shown(world: World, id: string) {
  const { rules } = world.ha
  const rule = sectionAt(rules, id)
  if (rule === undefined) throw died(`no such ha rule '${id}'`)
  const faults = ruleFaults(world, rules).get(id)
  return {
    ...rule,
    rule: id,
    digest: digestOfSections(rules),
    order: Object.keys(rules).indexOf(id) + 1,
    ...(faults === undefined ? {} : { errors: { resources: faults } }),
  }
}

function list({ sim, params }: Call<{ type?: string; resource?: string }>) {
  const { type, resource } = params
  return Object.entries(sim.world.ha.rules)
    .filter(([, rule]) => type === undefined || rule.type === type)
    .filter(([, rule]) => resource === undefined || resourcesOf(rule).has(resource))
    .map(([id]) => shown(sim.world, id))
}

/** A request's settings; a rule that is not disabled does not say so. */
function settings(params: LooseParameters): Section {
  const { rule: _rule, type: _type, digest: _digest, delete: _delete, disable, ...rest } = params
  return inFileOrder(sectionOf({ ...rest, ...(disable ? { disable } : {}) }))
}

function create({ sim, params }: Call<{ rule: string; type: string }>) {
  const { ha } = sim.world
  const given = settings(params)
  checkNew(kindOf(params.type), given)
  changing('create ha rule failed', () => {
    if (Object.hasOwn(ha.rules, params.rule)) throw died(`HA rule '${params.rule}' already defined`)
    requireKnown(sim.world, given)
    ha.rules = feasible(sim.world, { ...ha.rules, [params.rule]: { type: params.type, ...given } }, params.rule)
  })
  return null
}

function update({ sim, params }: Call<{ rule: string; type?: string; digest?: string; delete?: string }>) {
  const { ha } = sim.world
  changing('update HA rules failed', () => {
    requireDigest(digestOfSections(ha.rules), params.digest)
    const before = sectionAt(ha.rules, params.rule)
    if (before === undefined) throw died(`HA rule '${params.rule}' does not exist`)
    const kind = kindOf(before.type)
    const given = settings(params)
    checkChange(kind, given)
    if (params.type !== undefined && params.type !== before.type) throw died("unexpected property 'type'")
    requireKnown(sim.world, given)
    const after = changed(kind, before, given, params.delete)
    ha.rules = feasible(sim.world, { ...ha.rules, [params.rule]: after }, params.rule)
  })
  return null
}

function requireKnown(world: World, given: Section): void {
  const unmanaged = [...resourcesOf(given)].filter((sid) => !Object.hasOwn(world.ha.resources, sid)).sort()
  if (unmanaged.length > 0) throw died(`cannot use unmanaged resource(s) ${unmanaged.join(', ')}.`)
  const nodes = [...nodesOf(given).keys()].filter((node) => world.hosts.every((host) => host.name !== node)).sort()
  if (nodes.length > 0) throw died(`cannot use non-existent node(s) ${nodes.join(', ')}.`)
}

/** The rules, unless the one that was changed cannot hold among them. */
function feasible(world: World, rules: Sections, changedRule: string): Sections {
  const faults = ruleFaults(world, rules).get(changedRule)
  if (faults === undefined) return rules
  const errors = { resources: faults.join(', ') }
  throw new Failure(400, `Rule '${changedRule}' is invalid.\n`, { errors, raised: true })
}

function remove({ sim, params }: Call<{ rule: string }>) {
  delete sim.world.ha.rules[params.rule]
  return null
}

/** Rules of release 9: on which nodes, and beside which others, guests may run. */
export const haRuleHandlers: Handlers = {
  'GET /cluster/ha/rules': list,
  'POST /cluster/ha/rules': create,
  'GET /cluster/ha/rules/{rule}': ({ sim, params }) => shown(sim.world, params.rule),
  'PUT /cluster/ha/rules/{rule}': update,
  'DELETE /cluster/ha/rules/{rule}': remove,
}
