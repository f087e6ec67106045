import { nodeStopped } from '../../kubernetes/nodes/nodes.ts'
import { machineConfig } from '../config/machine-config.ts'
import { leaderOf, runningMembership } from '../etcd/cluster.ts'
import { cancelLater, later, type Node } from '../node.ts'
import { isRunning, isUp } from '../services/change.ts'
import { isApiServing, reachableApi } from './clusters.ts'
import { COMPONENTS } from './components.ts'
import { ownNode } from './own-node.ts'
import { register, tellStaticPods } from './register.ts'

/** Lets Kubernetes on a machine follow from its services: pods of the control plane, then the node itself. */
export function progressKubernetes(node: Node): void {
  const { state, talos } = node
  const { kubernetes } = state
  if (!isRunning(node, 'kubelet')) {
    if (hasPodsWithoutKubelet(node)) unregister(node)
    else leave(node)
    return
  }
  if (!isUp(node, 'kubelet')) return
  if (
    machineConfig(node)?.type === 'controlplane' &&
    kubernetes.pods['kube-apiserver'] === undefined &&
    hasLeader(node)
  ) {
    for (const component of COMPONENTS) kubernetes.pods[component] = 'pending'
    later(node, 'kubernetes', talos.timing.staticPods, 'pods-run')
  }
  // Another cluster, such as one that began again from a snapshot, may know nothing of this machine.
  if (!kubernetes.isRegistering && reachableApi(node) !== undefined && !isKnown(node)) {
    kubernetes.isRegistering = true
    later(node, 'kubernetes', talos.timing.nodeRegistered, 'register')
  }
}

/** What happens in Kubernetes by time alone: something, mostly with all pods, or with one. */
export function kubernetesProgress(node: Node, detail: string): void {
  const [what = '', component = ''] = detail.split(' ')
  PROGRESS[what]?.(node, component)
}

const PROGRESS: Readonly<Record<string, (node: Node, component: string) => void>> = {
  'pods-run'(node) {
    for (const component of COMPONENTS) node.state.kubernetes.pods[component] = 'running'
    later(node, 'kubernetes', node.talos.timing.staticPodsReady, 'pods-ready')
    node.talos.wake(node)
  },
  'pods-ready'(node) {
    if (!isApiServing(node)) {
      later(node, 'kubernetes', node.talos.timing.staticPodsReady, 'pods-ready')
      return
    }
    for (const component of COMPONENTS) node.state.kubernetes.pods[component] = 'ready'
    node.talos.wake(node)
  },
  'pod-runs'(node, component) {
    node.state.kubernetes.pods[component] = 'running'
    later(node, 'kubernetes', node.talos.timing.staticPodsReady, `pod-is-ready ${component}`)
    node.talos.wake(node)
  },
  'pod-is-ready'(node, component) {
    node.state.kubernetes.pods[component] = 'ready'
    const api = reachableApi(node)
    if (api !== undefined) tellStaticPods(node, api)
    node.talos.wake(node)
  },
  register(node) {
    node.state.kubernetes.isRegistering = false
    const api = reachableApi(node)
    if (api === undefined || !isUp(node, 'kubelet')) return
    register(node, api)
    node.state.kubernetes.isRegistered = true
  },
}

/** The kubelet is gone, and with it what it ran; the control plane notices later. */
export function leave(node: Node): void {
  const { kubernetes } = node.state
  if (!kubernetes.isRegistered && Object.keys(kubernetes.pods).length === 0) return
  unregister(node)
  cancelLater(node, 'kubernetes')
  node.state.kubernetes = { pods: {}, isRegistering: false, isRegistered: false }
}

/** The kubelet is gone, and tells the API of its machine again when it is back. */
function unregister(node: Node): void {
  const { kubernetes, network } = node.state
  if (kubernetes.isRegistered) {
    for (const api of node.talos.kubernetes.values()) nodeStopped(api, network.hostname)
  }
  cancelLater(node, 'kubernetes', 'register')
  kubernetes.isRegistering = false
  kubernetes.isRegistered = false
}

/** Containers go on while a kubelet only restarts; a machine that goes down stops them first. */
const hasPodsWithoutKubelet = (node: Node): boolean =>
  isRunning(node, 'cri') && (node.state.stage === 'running' || node.state.stage === 'booting')

const isKnown = (node: Node): boolean => node.state.kubernetes.isRegistered && ownNode(node) !== undefined

function hasLeader(node: Node): boolean {
  const cluster = runningMembership(node)?.cluster
  return cluster !== undefined && leaderOf(node.talos, cluster) !== undefined
}
