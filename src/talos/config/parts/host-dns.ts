import { has } from '../contract.ts'
import { document } from '../document.ts'
import { inMachine, type Part } from './part.ts'

/** The name server that each machine has for itself. */
export interface HostDns {
  readonly enabled: boolean
  /** Whether the DNS of the cluster asks it, too. */
  readonly forwardFromPods: boolean
}

/** Says what the machine's own name server does. */
export const hostDns: Part<HostDns> = ({ enabled, forwardFromPods }, contract) => {
  const hostDNS = { enabled, forwardKubeDNSToHost: forwardFromPods }
  return has(contract, 'hostDnsDocument')
    ? [document('ResolverConfig', { hostDNS })]
    : [inMachine({ features: { hostDNS } })]
}
