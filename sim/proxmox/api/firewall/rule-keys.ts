import type { Section } from '../../../world/section.ts'
import type { FirewallRule } from '../../../world/stores.ts'
import type { LooseParameters } from '../../call.ts'
import { badParameters } from '../../failure.ts'
import { macroNamed } from './apply-macro.ts'
import type { RuleEnvironment } from './scope.ts'

const KEYS = [
  'type',
  'action',
  'macro',
  'iface',
  'source',
  'dest',
  'proto',
  'enable',
  'log',
  'sport',
  'dport',
  'comment',
]
const RULE_KEYS = [...KEYS, 'icmp-type']

/** The rule with the given keys; an empty text or a dash takes a key away. */
export function withGiven(rule: Section, params: LooseParameters): Section {
  const changed = { ...rule }
  for (const key of RULE_KEYS) {
    const value = params[key]
    if (typeof value !== 'string' && typeof value !== 'number') continue
    if (value === '' || value === '-') delete changed[key]
    else changed[key] = value
  }
  return changed
}

/** The rule as its line in the file holds it. */
export function kept(rule: Section, environment: RuleEnvironment): FirewallRule {
  const { comment, iface, macro, enable, ...rest } = rule
  const text = String(comment ?? '').trim()
  const own: Section = rule.type === 'group' ? { type: 'group', action: String(rule.action) } : rest
  return {
    ...own,
    enable: Number(enable ?? 0) === 0 ? 0 : 1,
    ...(macro === undefined ? {} : { macro: macroNamed(String(macro)) ?? macro }),
    ...(iface === undefined || environment === 'group' ? {} : { iface }),
    ...(text === '' ? {} : { comment: text }),
  }
}

/** Takes a key out of a rule. */
export function removeKey(rule: Section, key: string): void {
  if (!RULE_KEYS.includes(key) && key !== 'pos' && key !== 'digest') {
    throw badParameters({ delete: `no such property ('${key}')` })
  }
  if (key === 'type' || key === 'action') {
    throw badParameters({ delete: `unable to delete required property '${key}'` })
  }
  delete rule[key]
}
