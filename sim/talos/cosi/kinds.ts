import { blockKinds } from './block.ts'
import { clusterKinds } from './cluster.ts'
import { configKinds } from './config.ts'
import { type Definition, definitions } from './definition.ts'
import { endpointKinds } from './endpoints.ts'
import type { ResourceKind } from './kind.ts'
import { kubernetesKinds } from './kubernetes.ts'
import { metaKinds } from './meta.ts'
import { networkKinds } from './network.ts'
import { routeKinds } from './routes.ts'
import { runtimeKinds } from './runtime.ts'
import { secretKinds } from './secrets.ts'
import { volumeKinds } from './volumes.ts'

/** Every kind of resource that a machine has. */
export const KINDS: readonly ResourceKind[] = [
  ...runtimeKinds,
  ...configKinds,
  ...networkKinds,
  ...routeKinds,
  ...clusterKinds,
  ...blockKinds,
  ...volumeKinds,
  ...kubernetesKinds,
  ...endpointKinds,
  ...secretKinds,
  ...metaKinds,
]

const BY_TYPE = new Map(KINDS.map((kind) => [kind.type, kind]))

/** A kind, and how it is described to tools. */
export interface DescribedKind extends ResourceKind {
  readonly definition: Definition
}

/** The kind of a type, and how it is described; a kind that is only described has no resources. */
export function kindOfType(type: string): DescribedKind | undefined {
  const definition = definitions.get(type)
  if (definition === undefined) return undefined
  return { ...(BY_TYPE.get(type) ?? { type, owner: '', list: () => [] }), definition }
}
