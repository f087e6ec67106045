import { UserError } from '../../user-error.ts'
import { type Minor, minors } from '../schema/notation.ts'

/** The Talos minor version whose way of writing machine configs a cluster keeps from its creation on. */
export type Contract = Minor

/** From which contract, and up to which, something is part of a machine config. */
interface Span {
  readonly since?: Contract
  readonly until?: Contract
}

/** What differs between contracts; everything else is the same in all of them. */
export const switches = {
  accessFlags: { until: '1.11' },
  stableHostnameFlag: { until: '1.11' },
  podSecurityPolicyFlag: { until: '1.11' },
  endpointInServerSans: { until: '1.11' },
  bootCommandLineFromImage: { since: '1.12', until: '1.13' },
  emptyNetworkSection: { until: '1.12' },
  hostnameDocument: { since: '1.12' },
  linkDocuments: { since: '1.12' },
  resolverDocument: { since: '1.12' },
  timeDocument: { since: '1.12' },
  registryDocuments: { since: '1.12' },
  volumeEncryption: { since: '1.11' },
  userVolumeDocument: { since: '1.10' },
  kubeSpanDocument: { since: '1.13' },
  kubernetesDocuments: { since: '1.14' },
  discoveryDocuments: { since: '1.14' },
  installDocument: { since: '1.14' },
  hostDnsDocument: { since: '1.14' },
  sysctlDocument: { since: '1.14' },
  kernelModuleDocuments: { since: '1.14' },
  filesystemDefaults: { since: '1.14' },
  securityProfile: { since: '1.14' },
} as const satisfies Record<string, Span>

/** Name of something that differs between contracts. */
export type Switch = keyof typeof switches

const rank = (contract: Contract): number => minors.indexOf(contract)

/** Whether one contract is the same as another or newer. */
export const isAtLeast = (contract: Contract, other: Contract): boolean => rank(contract) >= rank(other)

/** Whether a contract has a switch on. */
export function has(contract: Contract, name: Switch): boolean {
  const { since, until }: Span = switches[name]
  return (since === undefined || isAtLeast(contract, since)) && (until === undefined || isAtLeast(until, contract))
}

/** The contract of a Talos version such as `v1.12.6`. */
export function contractOf(version: string): Contract {
  const [, name] = /^v?(\d+\.\d+)(?:[.-].*)?$/.exec(version) ?? []
  const contract = minors.find((minor) => minor === name)
  if (contract !== undefined) return contract
  throw new UserError('talos-version', `no machine config can be made for Talos ${version}`, {
    hint: `known are ${minors[0]} to ${minors.at(-1)}`,
  })
}

/** The minor that a machine's config is checked for: of a Talos that is newer than all that are known, the newest of those. */
export function targetOf(version: string): Contract {
  const newest = minors.at(-1)
  const [, minor = ''] = /^v?1\.(\d+)/.exec(version) ?? []
  const isNewer = newest !== undefined && Number(minor) > Number(newest.split('.')[1])
  return isNewer ? newest : contractOf(version)
}
