import { compact, type Document } from '../../document/value.ts'
import { has } from '../contract.ts'
import { named } from '../document.ts'
import { inCluster, type Part } from './part.ts'

/** Kubernetes manifests that exist from the first moment of a cluster; for control planes. */
export interface Manifests {
  /** Name → YAML text. */
  readonly inline?: Readonly<Record<string, string>>
  /** Name → address. */
  readonly external?: Readonly<Record<string, string>>
}

const documents = ({ inline = {}, external = {} }: Manifests): Document[] => [
  ...Object.entries(inline).map(([name, manifest]) => named('KubeInlineManifestConfig', name, { manifest })),
  ...Object.entries(external).map(([name, url]) => named('KubeExternalManifestConfig', name, { url })),
]

/** Adds manifests that Talos applies at bootstrap. */
export const manifests: Part<Manifests> = (wish, contract) => {
  if (has(contract, 'kubernetesDocuments')) return documents(wish)
  const inline = wish.inline && Object.entries(wish.inline).map(([name, contents]) => ({ name, contents }))
  const external = wish.external && Object.values(wish.external)
  return [inCluster(compact({ inlineManifests: inline, extraManifests: external }))]
}
