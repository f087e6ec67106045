import { splitList } from '../../../../src/proxmox/format-checks/check.ts'
import type { Section } from '../../../world/section.ts'
import type { Firewall, FirewallRule } from '../../../world/stores.ts'
import type { Call, RestHandlers } from '../../call.ts'
import { digestOfFields, requireDigest } from '../../config/digest.ts'
import { badParameters, died } from '../../failure.ts'
import { mount } from '../mount.ts'
import { kept, removeKey, withGiven } from './rule-keys.ts'
import { type RuleList, ruleLists } from './rule-lists.ts'
import { changeFirewall, clusterFirewall, firewallOf } from './scope.ts'
import { type RuleContext, verifyRule } from './verify-rule.ts'

/** Rules as the API shows them: what no longer holds of them is told beside them. */
function shown(call: Call, list: RuleList): readonly Readonly<Record<string, unknown>>[] {
  const firewall = firewallOf(call, list.scope)
  const context = contextOf(call, list, firewall)
  const rules = list.rulesOf(firewall, call.params).map((rule) => {
    const { faults, ipversion } = verifyRule(rule, context)
    return {
      ...rule,
      ...(ipversion === undefined ? {} : { ipversion }),
      ...(faults.length === 0 ? {} : { errors: Object.fromEntries([...faults].reverse()) }),
    }
  })
  const digest = digestOfFields(rules)
  return rules.map((rule, pos) => ({ ...rule, pos, digest }))
}

function contextOf({ sim }: Call, { environment }: RuleList, own: Firewall): RuleContext {
  return {
    environment,
    own,
    cluster: environment === 'cluster' || environment === 'group' ? own : clusterFirewall(sim.world),
  }
}

function checked(rule: Section, context: RuleContext): FirewallRule {
  const fault = verifyRule(rule, context).faults[0]
  if (fault !== undefined) throw badParameters({ [fault[0]]: fault[1] })
  return kept(rule, context.environment)
}

function create(call: Call, list: RuleList) {
  list.scope.admit?.(call, ['SDN.Allocate'])
  return changeFirewall(call, list.scope, (draft) => {
    const rule = checked(withGiven({}, call.params), contextOf(call, list, draft))
    list.rulesOf(draft, call.params).unshift(rule)
  })
}

type Place = { pos: number; digest?: string; moveto?: number; delete?: string }

/** The position that a request means, where there is a rule. */
function positionIn(rules: readonly unknown[], pos: number): number {
  if (pos >= rules.length) throw died(`no rule at position ${pos}`)
  return pos
}

function update(call: Call<Place>, list: RuleList) {
  const { pos, moveto, digest, delete: removed } = call.params
  list.scope.admit?.(call, ['SDN.Allocate'])
  requireDigest(currentDigest(call, list), digest)
  return changeFirewall(call, list.scope, (draft) => {
    const rules = list.rulesOf(draft, call.params)
    const at = positionIn(rules, pos)
    if (moveto !== undefined && moveto !== at) {
      move(rules, at, moveto)
      return
    }
    const rule = withGiven(rules[at] ?? {}, call.params)
    for (const key of splitList(removed ?? '')) removeKey(rule, key)
    rules[at] = checked(rule, contextOf(call, list, draft))
  })
}

/** Moves a rule in front of the one at the new position; behind the last one there is no other to be in front of. */
function move(rules: FirewallRule[], from: number, to: number): void {
  const target = to > from ? to - 1 : to
  const moved = rules.splice(from, 1)
  rules.splice(target, 0, ...moved)
}

function remove(call: Call<Place>, list: RuleList) {
  list.scope.admit?.(call, ['SDN.Allocate'])
  requireDigest(currentDigest(call, list), call.params.digest)
  return changeFirewall(call, list.scope, (draft) => {
    const rules = list.rulesOf(draft, call.params)
    rules.splice(positionIn(rules, call.params.pos), 1)
  })
}

function currentDigest(call: Call, list: RuleList): string {
  return String(shown(call, list)[0]?.digest ?? digestOfFields([]))
}

function listAll(call: Call, list: RuleList) {
  list.scope.admit?.(call, ['SDN.Audit', 'SDN.Allocate'])
  return shown(call, list)
}

function readOne(call: Call<Place>, list: RuleList) {
  const rules = listAll(call, list)
  return { ...rules[positionIn(rules, call.params.pos)], pos: call.raw.pos }
}

/** Rules, in the order in which they apply, of every firewall and group. */
export const firewallRuleHandlers: RestHandlers = mount(ruleLists, (list) => ({
  [`GET ${list.base}`]: (call) => listAll(call, list),
  [`POST ${list.base}`]: (call) => create(call, list),
  [`GET ${list.base}/{pos}`]: (call: Call<Place>) => readOne(call, list),
  [`PUT ${list.base}/{pos}`]: (call: Call<Place>) => update(call, list),
  [`DELETE ${list.base}/{pos}`]: (call: Call<Place>) => remove(call, list),
}))
