import { blockKinds } from './block.ts'
import { clusterKinds } from './cluster.ts'
import { configKinds } from './config.ts'
import type { ResourceKind } from './kind.ts'
import { kubernetesKinds } from './kubernetes.ts'
import { networkKinds } from './network.ts'
import { runtimeKinds } from './runtime.ts'

/** Every kind of resource that a machine has. */
export const KINDS: readonly ResourceKind[] = [
  ...runtimeKinds,
  ...configKinds,
  ...networkKinds,
  ...clusterKinds,
  ...blockKinds,
  ...kubernetesKinds,
]

const BY_TYPE = new Map(KINDS.map((kind) => [kind.type, kind]))

/** The kind of a type; nothing for one that machines do not have. */
export const kindOfType = (type: string): ResourceKind | undefined => BY_TYPE.get(type)
