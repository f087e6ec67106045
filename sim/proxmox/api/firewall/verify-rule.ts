import { checkFormat } from '../../../../src/proxmox/format-checks/check-format.ts'
import { icmpTypes } from '../../../../src/proxmox/format-checks/service-names.ts'
import type { Section } from '../../../world/section.ts'
import type { Firewall } from '../../../world/stores.ts'
import { macroFault, macroNamed, type RuleFault } from './apply-macro.ts'
import { addressFaults } from './rule-addresses.ts'
import type { RuleEnvironment } from './scope.ts'

/** Where a rule stands, and the names that it can use. */
export interface RuleContext {
  readonly environment: RuleEnvironment
  readonly cluster: Firewall
  readonly own: Firewall
}

/** What a look at a rule finds: its faults in the order of the genuine checks, and the family of its addresses. */
export interface RuleFindings {
  readonly faults: readonly RuleFault[]
  readonly ipversion?: 4 | 6
}

const allTypes = ['in', 'out', 'forward', 'group']
const typesIn: Readonly<Record<RuleEnvironment, readonly string[]>> = {
  cluster: allTypes,
  host: allTypes,
  group: ['in', 'out', 'forward'],
  vm: ['in', 'out', 'group'],
  ct: ['in', 'out', 'group'],
  vnet: ['forward', 'group'],
}
const WITHOUT_INTERFACES: readonly RuleEnvironment[] = ['group', 'vnet']

/** Looks whether a rule can stand where it is, beyond what the schema says of its keys. */
export function verifyRule(rule: Section, context: RuleContext): RuleFindings {
  const addresses = addressFaults(rule, context)
  const faults = [
    ...typeFaults(rule, context.environment),
    ...interfaceFaults(rule, context.environment),
    ...(rule.macro !== undefined && macroNamed(String(rule.macro)) === undefined
      ? [['macro', `unknown macro '${rule.macro}'`] as const]
      : []),
    ...portFaults(rule, 'dport'),
    ...icmpFaults(rule),
    ...portFaults(rule, 'sport'),
    ...addresses.faults,
  ]
  const macro = faults.length > 0 ? undefined : ownMacroFault(rule, addresses.ipversion)
  return { ...addresses, faults: macro === undefined ? faults : [macro] }
}

function ownMacroFault(rule: Section, ipversion: number | undefined): RuleFault | undefined {
  const name = rule.macro === undefined ? undefined : macroNamed(String(rule.macro))
  return name === undefined ? undefined : macroFault(name, rule, ipversion)
}

function typeFaults({ type, action }: Section, environment: RuleEnvironment): readonly RuleFault[] {
  const faults: RuleFault[] = []
  if (!typesIn[environment].includes(String(type))) {
    faults.push(['type', `invalid rule type '${type}' for rule_env '${environment}'`])
  }
  if (type === 'group') return faults
  if (type === 'forward' && action === 'REJECT') faults.push(['action', 'cannot define REJECT rules on forward chain'])
  if (!/^(?:ACCEPT|DROP|REJECT)$/.test(String(action))) faults.push(['action', `unknown action '${action}'`])
  return faults
}

function interfaceFaults({ iface }: Section, environment: RuleEnvironment): readonly RuleFault[] {
  if (iface === undefined) return []
  if (WITHOUT_INTERFACES.includes(environment)) return [['type', 'parameter -i not allowed for this rule type']]
  const isGuest = environment === 'vm' || environment === 'ct'
  return isGuest && !/^net\d+$/.test(String(iface))
    ? [['iface', "value does not match the regex pattern 'net\\d+'"]]
    : []
}

const WITH_PORTS = ['tcp', '6', 'udp', '17', 'udplite', '136', 'dccp', '33', 'sctp', '132']
const ICMP = ['icmp', 'icmpv6', 'ipv6-icmp']

function portFaults(rule: Section, key: 'dport' | 'sport'): readonly RuleFault[] {
  const ports = rule[key]
  if (ports === undefined) return []
  const proto = String(rule.proto ?? '')
  const mayBeIcmp = key === 'dport' && ICMP.includes(proto)
  const wrong = checkFormat(mayBeIcmp ? 'pve-fw-dport-spec' : 'pve-fw-sport-spec', String(ports))
  if (wrong !== undefined) return [[key, wrong]]
  if (proto === '') return [['proto', `missing property - '${key}' requires this property`]]
  return WITH_PORTS.includes(proto) || mayBeIcmp ? [] : [[key, `protocol '${proto}' does not support ports`]]
}

const ONLY_V6 = new Set(
  `address-unreachable bad-header beyond-scope failed-policy neighbor-advertisement neighbor-solicitation
  neighbour-advertisement neighbour-solicitation no-route packet-too-big reject-route unknown-header-type
  unknown-option`.split(/\s+/),
)
const IN_BOTH = new Set(
  `destination-unreachable communication-prohibited port-unreachable time-exceeded ttl-zero-during-transit
  ttl-zero-during-reassembly parameter-problem echo-request echo-reply router-solicitation router-advertisement
  redirect`.split(/\s+/),
)

function icmpFaults(rule: Section): readonly RuleFault[] {
  const type = rule['icmp-type']
  if (type === undefined) return []
  const proto = String(rule.proto ?? '')
  if (!ICMP.includes(proto)) return [['proto', "missing property - 'icmp-type' requires this property"]]
  if (rule.dport !== undefined) return [['icmp-type', "'icmp-type' cannot be specified together with 'dport'"]]
  const name = String(type)
  const fits = proto === 'icmp' ? icmpTypes.has(name) && !ONLY_V6.has(name) : ONLY_V6.has(name) || IN_BOTH.has(name)
  return fits ? [] : [['icmp-type', `invalid icmp-type '${name}' for proto '${proto}'`]]
}
