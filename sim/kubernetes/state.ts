import type { KubeObject } from './object.ts'

/** One Kubernetes cluster as plain data: what etcd holds, and which machines work in it. */
export interface KubernetesState {
  /** Release of the API server, such as `v1.35.4`. */
  version: string
  /** The last resource version that was given out. */
  revision: number
  /** By `group/resource`, then by `namespace/name`. */
  objects: Record<string, Record<string, KubeObject>>
  /** What the machines know that the API does not show, by node name. */
  kubelets: Record<string, KubeletState>
  /** Since when nodes are missed that pods still name, by node name. */
  missingNodes: Record<string, number>
}

/** A kubelet as its own machine sees it. */
export interface KubeletState {
  running: boolean
  /** Since when, in milliseconds of the simulated time. */
  since: number
  /** Has a network by itself, whatever pods bring. */
  network: boolean
}

/** A cluster in which nothing is yet. */
export function emptyKubernetes(version: string): KubernetesState {
  return { version, revision: 0, objects: {}, kubelets: {}, missingNodes: {} }
}
