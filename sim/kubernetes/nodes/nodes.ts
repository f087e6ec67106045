import type { Api } from '../api.ts'
import { timestamp } from '../api.ts'
import { change, make, remove, setStatus } from '../controllers/write.ts'
import type { JsonObject } from '../json.ts'
import { objectAt, withValue } from '../json.ts'
import { kubeletConditions } from './conditions.ts'
import { makeNodeLease, renewLeasesOf } from './leases.ts'
import { nextPodCidrs } from './pod-cidr.ts'

/** A machine whose kubelet has started. */
export interface NodeSpec {
  readonly name: string
  readonly addresses: readonly string[]
  /** Release of the kubelet, such as `v1.35.4`. */
  readonly version: string
  readonly labels?: Readonly<Record<string, string>>
  readonly annotations?: Readonly<Record<string, string>>
  /** By key, such as `node-role.kubernetes.io/control-plane`. */
  readonly taints?: readonly { readonly key: string; readonly value?: string; readonly effect: string }[]
  readonly cpus: number
  readonly memoryBytes: number
  readonly diskBytes: number
  readonly system: {
    readonly osImage: string
    readonly kernelVersion: string
    readonly containerRuntimeVersion: string
    readonly machineID: string
    readonly systemUUID: string
    readonly bootID: string
    readonly architecture: string
  }
  /** Whether the machine has a pod network by itself, without any pod bringing one. */
  readonly network?: boolean
}

const KUBELET = 'kubelet'

/** A kubelet starts: its node is registered, or comes back. */
export function registerNode(api: Api, node: NodeSpec): void {
  const { state, store, clock } = api
  state.kubelets[node.name] = { running: true, since: clock.now(), network: node.network ?? false }
  delete state.missingNodes[node.name]
  const live = store.get('/nodes', node.name)
  if (live === undefined) {
    make(api, KUBELET, '/nodes', newNode(api, node))
    makeNodeLease(api, node.name)
    return
  }
  const labels = { ...live.metadata.labels, ...labelsOf(node) }
  const annotations = { ...live.metadata.annotations, ...node.annotations }
  const changed = change(api, KUBELET, '/nodes', live, { ...live, metadata: { ...live.metadata, labels, annotations } })
  setStatus(api, KUBELET, '/nodes', changed, { ...objectAt(changed, 'status'), ...statusOf(api, node) })
}

/** A kubelet stops, with its machine or alone; the control plane notices by itself, later. */
export function nodeStopped(api: Api, name: string): void {
  const kubelet = api.state.kubelets[name]
  if (kubelet === undefined || !kubelet.running) return
  // What it has renewed up to now; later nothing more.
  renewLeasesOf(api, name)
  api.state.kubelets[name] = { ...kubelet, running: false, since: api.clock.now() }
  const live = api.store.get('/nodes', name)
  // Touched without a change, so that the control plane looks at it.
  if (live !== undefined) api.store.put('/nodes', live)
}

/** A pod that the kubelet of a control plane runs by itself. */
export interface StaticPod {
  /** Without the name of the node, which is added. */
  readonly name: string
  readonly definition: JsonObject
  /** Changes whenever the pod is defined anew. */
  readonly configHash: string
}

const MIRROR = 'kubernetes.io/config.mirror'

/** The static pods of a node are these: what is missing is added, what is there under another definition is replaced. */
export function staticPods(api: Api, node: string, pods: readonly StaticPod[]): void {
  const { store } = api
  const owner = store.get('/nodes', node)
  if (owner === undefined) return
  const held = store
    .list('/pods', 'kube-system')
    .filter(
      ({ metadata, spec }) =>
        metadata.annotations?.[MIRROR] !== undefined && objectAt({ spec }, 'spec').nodeName === node,
    )
  const isWanted = (name: string, hash: string | undefined) =>
    pods.some((pod) => `${pod.name}-${node}` === name && pod.configHash === hash)
  for (const pod of held)
    if (!isWanted(pod.metadata.name, pod.metadata.annotations?.[MIRROR])) remove(api, '/pods', pod, 0)
  for (const pod of pods) {
    const name = `${pod.name}-${node}`
    if (store.get('/pods', `kube-system/${name}`) === undefined)
      make(api, KUBELET, '/pods', mirrorPod(pod, name, node, owner.metadata.uid))
  }
}

function mirrorPod(pod: StaticPod, name: string, node: string, uid: string): JsonObject {
  const metadata = objectAt(pod.definition, 'metadata')
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      namespace: 'kube-system',
      labels: objectAt(metadata, 'labels'),
      annotations: {
        'kubernetes.io/config.hash': pod.configHash,
        [MIRROR]: pod.configHash,
        'kubernetes.io/config.source': 'http',
        ...objectAt(metadata, 'annotations'),
      },
      ownerReferences: [{ apiVersion: 'v1', controller: true, kind: 'Node', name: node, uid }],
    },
    spec: {
      ...objectAt(pod.definition, 'spec'),
      nodeName: node,
      tolerations: [{ effect: 'NoExecute', operator: 'Exists' }],
    },
  }
}

const labelsOf = ({ name, system, labels }: NodeSpec): Readonly<Record<string, string>> => ({
  'beta.kubernetes.io/arch': system.architecture,
  'beta.kubernetes.io/os': 'linux',
  'kubernetes.io/arch': system.architecture,
  'kubernetes.io/hostname': name,
  'kubernetes.io/os': 'linux',
  ...labels,
})

function newNode(api: Api, node: NodeSpec): JsonObject {
  const podCIDRs = nextPodCidrs(api)
  const object = {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name: node.name,
      labels: labelsOf(node),
      annotations: {
        'node.alpha.kubernetes.io/ttl': '0',
        'volumes.kubernetes.io/controller-managed-attach-detach': 'true',
        ...node.annotations,
      },
    },
    spec: podCIDRs.length === 0 ? {} : { podCIDR: podCIDRs[0], podCIDRs },
    status: statusOf(api, node),
  }
  return node.taints === undefined ? object : withValue(object, ['spec', 'taints'], [...node.taints])
}

function statusOf(api: Api, node: NodeSpec): JsonObject {
  const kibibytes = Math.floor(node.memoryBytes / 1024)
  const plain = { 'hugepages-1Gi': '0', 'hugepages-2Mi': '0', pods: '110' }
  const { system } = node
  return {
    addresses: [
      ...node.addresses.map((address) => ({ address, type: 'InternalIP' })),
      { address: node.name, type: 'Hostname' },
    ],
    capacity: {
      cpu: String(node.cpus),
      'ephemeral-storage': `${Math.floor(node.diskBytes / 1024)}Ki`,
      memory: `${kibibytes}Ki`,
      ...plain,
    },
    // What Talos keeps for itself.
    allocatable: {
      cpu: `${node.cpus * 1000 - 50}m`,
      'ephemeral-storage': String(Math.floor(node.diskBytes * 0.9)),
      memory: `${Math.max(0, kibibytes - 626_688)}Ki`,
      ...plain,
    },
    conditions: kubeletConditions(timestamp(api)),
    daemonEndpoints: { kubeletEndpoint: { Port: 10250 } },
    nodeInfo: { ...system, kubeProxyVersion: '', kubeletVersion: node.version, operatingSystem: 'linux' },
  }
}
