import type { JsonObject } from '../json.ts'

/** What a cluster's config says about what Talos brings to Kubernetes. */
export interface ManifestSettings {
  readonly kubernetesVersion: string
  readonly podSubnets: readonly string[]
  readonly serviceSubnets: readonly string[]
  readonly dnsDomain: string
  /** By which machines join, `id.secret`. */
  readonly bootstrapToken: string
  /** Where pods on the network of their machine find the API. */
  readonly apiServer: string
  readonly images: { readonly flannel: string; readonly coreDns: string; readonly kubeProxy: string }
  /** Whether Talos brings its own pod network. */
  readonly flannel: boolean
  readonly kubeProxy: boolean
  readonly coreDns: boolean
}

/** Objects that Talos applies together, under the name by which it keeps them. */
export interface Manifest {
  readonly id: string
  readonly objects: readonly JsonObject[]
}

/** Where all of it goes. */
export const NAMESPACE = 'kube-system'

/** For pods that are to run on every machine, whatever its state. */
export const TOLERATES_ALL: readonly JsonObject[] = [
  { effect: 'NoSchedule', operator: 'Exists' },
  { effect: 'NoExecute', operator: 'Exists' },
]

const RBAC = 'rbac.authorization.k8s.io'

/** An account for pods. */
export const account = (name: string): JsonObject => ({
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  metadata: { name, namespace: NAMESPACE },
})

/** A role for the whole cluster. */
export const clusterRole = (metadata: JsonObject, rules: readonly JsonObject[]): JsonObject => ({
  apiVersion: `${RBAC}/v1`,
  kind: 'ClusterRole',
  metadata,
  rules,
})

/** Gives an account a role in the whole cluster. */
export const accountBinding = (metadata: JsonObject, role: string, name: string): JsonObject => ({
  apiVersion: `${RBAC}/v1`,
  kind: 'ClusterRoleBinding',
  metadata,
  roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: role },
  subjects: [{ kind: 'ServiceAccount', name, namespace: NAMESPACE }],
})

/** Gives groups a role in the whole cluster. */
export const groupBinding = (metadata: JsonObject, role: string, ...groups: readonly string[]): JsonObject => ({
  apiVersion: `${RBAC}/v1`,
  kind: 'ClusterRoleBinding',
  metadata,
  roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: role },
  subjects: groups.map((name) => ({ apiGroup: RBAC, kind: 'Group', name })),
})

/** A folder of the machine, for a pod. */
export const hostPath = (name: string, path: string): JsonObject => ({ name, hostPath: { path } })
