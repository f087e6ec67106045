import type { KubeObject } from './object.ts'

/** One Kubernetes cluster as plain data: what etcd holds, and which machines work in it. */
export interface KubernetesState {
  /** Release of the API server, such as `v1.35.4`. */
  version: string
  networks: ClusterNetworks
  /** The last resource version that was given out. */
  revision: number
  /** By `group/resource`, then by `namespace/name`. */
  objects: Record<string, Record<string, KubeObject>>
  /** What the machines know that the API does not show, by node name. */
  kubelets: Record<string, KubeletState>
  /** Since when nodes are missed that pods still name, by node name. */
  missingNodes: Record<string, number>
}

/** The networks of a cluster, as its control plane is told them: one of each family at most, the first family leads. */
export interface ClusterNetworks {
  readonly podSubnets: readonly string[]
  readonly serviceSubnets: readonly string[]
}

/** What Talos gives a cluster that asks for nothing else. */
export const DEFAULT_NETWORKS: ClusterNetworks = { podSubnets: ['10.244.0.0/16'], serviceSubnets: ['10.96.0.0/12'] }

/** A kubelet as its own machine sees it. */
export interface KubeletState {
  running: boolean
  /** Since when, in milliseconds of the simulated time. */
  since: number
  /** Has a network by itself, whatever pods bring. */
  network: boolean
}

/** A cluster in which nothing is yet. */
export function emptyKubernetes(version: string, networks: ClusterNetworks = DEFAULT_NETWORKS): KubernetesState {
  return { version, networks, revision: 0, objects: {}, kubelets: {}, missingNodes: {} }
}
