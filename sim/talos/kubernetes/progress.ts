import { nodeStopped } from '../../kubernetes/nodes/nodes.ts'
import { machineConfig } from '../config/machine-config.ts'
import { leaderOf, runningMembership } from '../etcd/cluster.ts'
import { cancelLater, later, type Node } from '../node.ts'
import { isRunning, isUp } from '../services/change.ts'
import { isApiServing, reachableApi } from './clusters.ts'
import { ownNode } from './own-node.ts'
import { register } from './register.ts'

/** The pods of a control plane. */
export const COMPONENTS = ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler'] as const

/** Lets Kubernetes on a machine follow from its services: pods of the control plane, then the node itself. */
export function progressKubernetes(node: Node): void {
  const { state, talos } = node
  const { kubernetes } = state
  if (!isRunning(node, 'kubelet')) {
    leave(node)
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

/** What happens in Kubernetes by time alone. */
export function kubernetesProgress(node: Node, detail: string): void {
  PROGRESS[detail]?.(node)
}

const PROGRESS: Readonly<Record<string, (node: Node) => void>> = {
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
  const { kubernetes, network } = node.state
  if (!kubernetes.isRegistered && Object.keys(kubernetes.pods).length === 0) return
  cancelLater(node, 'kubernetes')
  if (kubernetes.isRegistered) {
    for (const api of node.talos.kubernetes.values()) nodeStopped(api, network.hostname)
  }
  node.state.kubernetes = { pods: {}, isRegistering: false, isRegistered: false }
}

const isKnown = (node: Node): boolean => node.state.kubernetes.isRegistered && ownNode(node) !== undefined

function hasLeader(node: Node): boolean {
  const cluster = runningMembership(node)?.cluster
  return cluster !== undefined && leaderOf(node.talos, cluster) !== undefined
}
