import type { Section, Sections } from '../../../world/section.ts'
import type { World } from '../../../world/world.ts'
import { nodesOf, resourcesOf } from './rule-values.ts'

/** An active rule, with what it is about. */
interface Rule {
  readonly id: string
  readonly resources: ReadonlySet<string>
  readonly nodes: ReadonlyMap<string, number>
}

/** Rules by kind, as the checks need them. */
interface Ruleset {
  readonly placed: readonly Rule[]
  readonly together: readonly Rule[]
  readonly apart: readonly Rule[]
  /** Rules that keep overlapping guests together, as one. */
  readonly clusters: readonly { readonly ids: readonly string[]; readonly resources: ReadonlySet<string> }[]
  readonly nodeCount: number
}

type Finding = readonly [rule: string, text: string]

/** Why rules cannot hold, by rule: disabled rules do not count. */
export function ruleFaults(world: World, rules: Sections): ReadonlyMap<string, readonly string[]> {
  const set = rulesetOf(world, rules)
  const found = new Map<string, string[]>()
  for (const check of checks) {
    const findings = [...check(set)].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    for (const [id, text] of new Map(findings.map((each) => [each.join('\n'), each])).values()) {
      found.set(id, [...(found.get(id) ?? []), text])
    }
  }
  return found
}

function rulesetOf(world: World, rules: Sections): Ruleset {
  const active = Object.entries(rules).filter(([, rule]) => rule.disable === undefined)
  const pick = (wanted: (rule: Section) => boolean): readonly Rule[] =>
    active
      .filter(([, rule]) => wanted(rule))
      .map(([id, rule]) => ({ id, resources: resourcesOf(rule), nodes: nodesOf(rule) }))
  const together = pick(({ affinity }) => affinity === 'positive')
  return {
    placed: pick(({ type }) => type === 'node-affinity'),
    together,
    apart: pick(({ affinity }) => affinity === 'negative'),
    clusters: merged(together),
    nodeCount: world.hosts.length,
  }
}

function merged(rules: readonly Rule[]): Ruleset['clusters'] {
  let clusters: Ruleset['clusters'] = []
  for (const { id, resources } of rules) {
    const touching = clusters.filter((each) => overlap(each.resources, resources) > 0)
    const joined = {
      ids: [...touching.flatMap(({ ids }) => ids), id],
      resources: new Set([...touching.flatMap((each) => [...each.resources]), ...resources]),
    }
    clusters = [...clusters.filter((each) => !touching.includes(each)), joined]
  }
  return clusters
}

const overlap = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => [...a].filter((each) => b.has(each)).length

const touches = (rule: Rule, resources: ReadonlySet<string>): boolean => overlap(rule.resources, resources) > 0

/** The checks in the order in which their findings are told. */
const checks: readonly ((set: Ruleset) => readonly Finding[])[] = [
  usedTwice,
  tooFewResources,
  tooManyResources,
  bothTogetherAndApart,
  severalPriorities,
  severalPlacements,
  tooFewNodes,
]

function usedTwice({ placed }: Ruleset): readonly Finding[] {
  return placed.flatMap(({ id, resources }) =>
    [...resources]
      .filter((sid) => placed.some((other) => other.id !== id && other.resources.has(sid)))
      .sort()
      .map((sid): Finding => [id, `resource '${sid}' is already used in another node affinity rule`]),
  )
}

function tooFewResources({ together, apart }: Ruleset): readonly Finding[] {
  const lonely = [...together, ...apart].filter(({ resources }) => resources.size < 2)
  return lonely.map(({ id }) => [id, 'rule is ineffective as there are less than two resources'])
}

function tooManyResources({ apart, nodeCount }: Ruleset): readonly Finding[] {
  const crowded = apart.filter(({ resources }) => resources.size > nodeCount)
  return crowded.map(({ id }) => [id, 'rule defines more resources than available nodes'])
}

function bothTogetherAndApart({ clusters, apart }: Ruleset): readonly Finding[] {
  const shares = (kind: string) => `rule shares two or more resources with a ${kind} resource affinity rule`
  return clusters.flatMap(({ ids, resources }) =>
    apart
      .filter((rule) => overlap(rule.resources, resources) > 1)
      .flatMap((rule): readonly Finding[] => [
        [rule.id, shares('positive')],
        ...ids.map((id) => [id, shares('negative')] as const),
      ]),
  )
}

function severalPriorities({ placed, together, apart }: Ruleset): readonly Finding[] {
  return [...together, ...apart].flatMap(({ id, resources }): readonly Finding[] => {
    const paired = placed.filter((rule) => touches(rule, resources))
    if (!paired.some(({ nodes }) => new Set(nodes.values()).size > 1)) return []
    const text =
      'resources are in a resource affinity rule and cannot be in a node affinity rule with multiple priorities'
    return [
      [id, 'resources are in node affinity rules with multiple priorities'],
      ...paired.map((rule) => [rule.id, text] as const),
    ]
  })
}

function severalPlacements({ placed, clusters }: Ruleset): readonly Finding[] {
  const text =
    'at least one resource is in a positive resource affinity rule and there are other resources in at least one other node affinity rule already'
  return clusters.flatMap(({ ids, resources }): readonly Finding[] => {
    const paired = placed.filter((rule) => touches(rule, resources))
    if (paired.length < 2) return []
    return [
      ...ids.map((id) => [id, 'resources are in multiple node affinity rules'] as const),
      ...paired.map(({ id }) => [id, text] as const),
    ]
  })
}

function tooFewNodes({ placed, apart }: Ruleset): readonly Finding[] {
  const text =
    'at least one resource is in a negative resource affinity rule and this rule would restrict these to less nodes than available to the resources'
  return apart.flatMap(({ id, resources }): readonly Finding[] => {
    const paired = placed.filter((rule) => touches(rule, resources))
    const located = new Set(paired.flatMap((rule) => [...rule.resources].filter((sid) => resources.has(sid))))
    const allowed = new Set(paired.flatMap(({ nodes }) => [...nodes.keys()]))
    if (allowed.size >= located.size) return []
    return [
      [id, 'two or more resources are restricted to less nodes than available to the resources'],
      ...paired.map((rule) => [rule.id, text] as const),
    ]
  })
}
