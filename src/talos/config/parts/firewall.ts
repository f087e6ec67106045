import { compact } from '../../document/value.ts'
import { document, named } from '../document.ts'
import type { Part } from './part.ts'

/** One opening in the firewall. */
export interface FirewallRule {
  readonly name: string
  readonly protocol: 'tcp' | 'udp' | 'icmp' | 'icmpv6'
  /** Ports and ranges: `6443`, `"30000-32767"`. */
  readonly ports: readonly (number | string)[]
  /** Networks that may come in. */
  readonly from: readonly { readonly subnet: string; readonly except?: string }[]
}

/** What may reach a machine from outside. */
export interface Firewall {
  readonly default: 'accept' | 'block'
  readonly rules: readonly FirewallRule[]
}

/** Sets the firewall for incoming traffic. */
export const firewall: Part<Firewall> = ({ default: ingress, rules }) => [
  document('NetworkDefaultActionConfig', { ingress }),
  ...rules.map(({ name, protocol, ports, from }) =>
    named('NetworkRuleConfig', name, {
      portSelector: { ports, protocol },
      ingress: from.map((source) => compact({ ...source })),
    }),
  ),
]
