/** What every object carries. */
export interface Metadata {
  readonly name: string
  readonly namespace?: string
  readonly uid?: string
  readonly resourceVersion?: string
  readonly labels?: Readonly<Record<string, string>>
  readonly annotations?: Readonly<Record<string, string>>
  readonly deletionTimestamp?: string
  readonly ownerReferences?: readonly OwnerReference[]
  /** Who has set fields of it. */
  readonly managedFields?: readonly { readonly manager?: string; readonly time?: string }[]
}

/** Who owns an object. */
export interface OwnerReference {
  readonly kind: string
  readonly name: string
  readonly controller?: boolean
}

/** An object of the API, as far as this program looks at it. */
export interface KubernetesObject {
  readonly apiVersion?: string
  readonly kind?: string
  readonly metadata: Metadata
}

/** How something stands, in the server's own words. */
export interface Condition {
  readonly type: string
  readonly status: 'True' | 'False' | 'Unknown'
  readonly reason?: string
  readonly message?: string
}

/** A node. */
export interface Node extends KubernetesObject {
  readonly spec?: { readonly unschedulable?: boolean }
  readonly status?: {
    readonly conditions?: readonly Condition[]
    readonly addresses?: readonly { readonly type: string; readonly address: string }[]
    readonly nodeInfo?: { readonly kubeletVersion: string; readonly osImage: string }
  }
}

/** A pod. */
export interface Pod extends KubernetesObject {
  readonly spec?: {
    readonly nodeName?: string
    readonly volumes?: readonly { readonly name: string; readonly emptyDir?: object }[]
  }
  readonly status?: { readonly phase?: string; readonly conditions?: readonly Condition[] }
}

/** How many pods of each node there should be and are. */
export interface DaemonSet extends KubernetesObject {
  readonly status?: {
    readonly desiredNumberScheduled?: number
    readonly numberReady?: number
    readonly observedGeneration?: number
  }
}

/** How many pods there should be and are. */
export interface Deployment extends KubernetesObject {
  readonly spec?: { readonly replicas?: number }
  readonly status?: { readonly readyReplicas?: number; readonly updatedReplicas?: number }
}

/** How few pods may be left. */
export interface PodDisruptionBudget extends KubernetesObject {
  readonly status?: {
    readonly disruptionsAllowed?: number
    readonly currentHealthy?: number
    readonly desiredHealthy?: number
  }
}

/** A kind of resource that is defined in the cluster itself. */
export interface CustomResourceDefinition extends KubernetesObject {
  readonly status?: { readonly conditions?: readonly Condition[] }
}

/** Where objects of a type are found. */
export interface Kind<T extends KubernetesObject> {
  readonly apiVersion: string
  readonly kind: string
  readonly plural: string
  readonly namespaced: boolean
  /** Only for the compiler: what its objects are. */
  readonly object?: T
}

const kind = <T extends KubernetesObject>(
  apiVersion: string,
  name: string,
  plural: string,
  namespaced = true,
): Kind<T> => ({
  apiVersion,
  kind: name,
  plural,
  namespaced,
})

/** The kinds that this program knows by itself. */
export const NODES = kind<Node>('v1', 'Node', 'nodes', false)
export const PODS = kind<Pod>('v1', 'Pod', 'pods')
export const NAMESPACES = kind<KubernetesObject>('v1', 'Namespace', 'namespaces', false)
export const CONFIG_MAPS = kind<KubernetesObject & { readonly data?: Readonly<Record<string, string>> }>(
  'v1',
  'ConfigMap',
  'configmaps',
)
export const DAEMON_SETS = kind<DaemonSet>('apps/v1', 'DaemonSet', 'daemonsets')
export const DEPLOYMENTS = kind<Deployment>('apps/v1', 'Deployment', 'deployments')
export const BUDGETS = kind<PodDisruptionBudget>('policy/v1', 'PodDisruptionBudget', 'poddisruptionbudgets')
export const CUSTOM_RESOURCES = kind<CustomResourceDefinition>(
  'apiextensions.k8s.io/v1',
  'CustomResourceDefinition',
  'customresourcedefinitions',
  false,
)
