import { UserError } from '../../../user-error.ts'
import { compact, type Document, type Mapping } from '../../document/value.ts'
import { has } from '../contract.ts'
import { document } from '../document.ts'
import { inMachine, type Part } from './part.ts'

/** A folder of the machine that the kubelet sees. */
export interface ExtraMount {
  readonly destination: string
  readonly source: string
  readonly type?: string
  readonly options?: readonly string[]
}

/** Changes to the kubelet. */
export interface Kubelet {
  readonly extraArgs?: Readonly<Record<string, string | readonly string[]>>
  /** Fields of the KubeletConfiguration. */
  readonly config?: Mapping
  readonly clusterDns?: readonly string[]
  /** Networks that the node's own address is chosen from; `!` in front excludes one. */
  readonly nodeIpSubnets?: readonly string[]
  /** Up to contract 1.13 only: later ones have no such setting. */
  readonly extraMounts?: readonly ExtraMount[]
}

function documents({ extraArgs, config, clusterDns, nodeIpSubnets, extraMounts }: Kubelet): Document[] {
  if (extraMounts !== undefined && extraMounts.length > 0) {
    throw new UserError('talos-extra-mounts', 'extra mounts of the kubelet do not exist from contract 1.14 on', {
      hint: 'use a user volume, which is mounted under /var/mnt',
    })
  }
  const kubelet = compact({ config, extraArgs, clusterDNS: clusterDns })
  return [
    ...(Object.keys(kubelet).length === 0 ? [] : [document('KubeletConfig', kubelet)]),
    ...(nodeIpSubnets === undefined ? [] : [document('KubeNodeConfig', { nodeIP: { validSubnets: nodeIpSubnets } })]),
  ]
}

/** Sets arguments and configuration of the kubelet. */
export const kubelet: Part<Kubelet> = (wish, contract) => {
  if (has(contract, 'kubernetesDocuments')) return documents(wish)
  const { extraArgs, config, clusterDns, nodeIpSubnets, extraMounts } = wish
  const section = compact({
    clusterDNS: clusterDns,
    extraArgs,
    extraMounts: extraMounts?.map((mount) => compact({ type: 'bind', options: ['bind', 'rshared', 'rw'], ...mount })),
    extraConfig: config,
    nodeIP: nodeIpSubnets && { validSubnets: nodeIpSubnets },
  })
  return [inMachine({ kubelet: section })]
}
