import { compact, type Document, type Mapping, mapping } from '../../document/value.ts'
import { has } from '../contract.ts'
import { document } from '../document.ts'
import { inCluster, type Part } from './part.ts'

/** Flags of a program by their name without dashes; a list is a flag that is given several times. */
export type Flags = Readonly<Record<string, string | readonly string[]>>

/** Changes to the programs of the control plane; for control planes. */
export interface Components {
  readonly apiServer?: Flags
  readonly controllerManager?: Flags
  readonly scheduler?: Flags
  readonly proxy?: Flags
  readonly etcd?: Flags
  /** Networks that etcd's own address is chosen from. */
  readonly etcdSubnets?: readonly string[]
}

const kinds = {
  apiServer: 'KubeAPIServerConfig',
  controllerManager: 'KubeControllerManagerConfig',
  scheduler: 'KubeSchedulerConfig',
  proxy: 'KubeProxyConfig',
} as const

const programs = ['apiServer', 'controllerManager', 'scheduler', 'proxy'] as const

/** Sets flags of the programs of the control plane; etcd has no document of its own yet. */
export const components: Part<Components> = (wish, contract) => {
  const etcd = compact({
    extraArgs: wish.etcd && mapping(Object.entries(wish.etcd)),
    advertisedSubnets: wish.etcdSubnets,
  })
  const changed = programs.flatMap((program): [keyof typeof kinds, Mapping][] => {
    const flags = wish[program]
    return flags === undefined ? [] : [[program, { extraArgs: mapping(Object.entries(flags)) }]]
  })
  const isDocument = has(contract, 'kubernetesDocuments')
  const documents = isDocument ? changed.map(([program, section]): Document => document(kinds[program], section)) : []
  const sections = mapping([
    ...(isDocument ? [] : changed),
    ['etcd', Object.keys(etcd).length === 0 ? undefined : etcd],
  ])
  return [...documents, ...(Object.keys(sections).length === 0 ? [] : [inCluster(sections)])]
}
