import { machineConfig } from '../config/machine-config.ts'
import { hasQuorum, runningMembership } from '../etcd/cluster.ts'
import { later, type Node } from '../node.ts'
import { isUp } from '../services/change.ts'

const COMPONENTS = ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler']

/** Lets Kubernetes on a machine follow from its services: pods of the control plane, then the node itself. */
export function progressKubernetes(node: Node): void {
  const { state, talos } = node
  if (!isUp(node, 'kubelet')) return
  if (machineConfig(node)?.type === 'controlplane' && state.kubernetes.pods['kube-apiserver'] === undefined) {
    for (const component of COMPONENTS) state.kubernetes.pods[component] = 'pending'
    later(node, 'kubernetes', talos.timing.staticPods, 'pods-run')
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
  },
  'pods-ready'(node) {
    const cluster = runningMembership(node)?.cluster
    if (cluster === undefined || !hasQuorum(node.talos, cluster)) {
      return later(node, 'kubernetes', node.talos.timing.staticPodsReady, 'pods-ready')
    }
    for (const component of COMPONENTS) node.state.kubernetes.pods[component] = 'ready'
    later(node, 'kubernetes', node.talos.timing.nodeRegistered, 'node-registered')
  },
  'node-registered'(node) {
    node.state.kubernetes.node = 'registered'
    later(node, 'kubernetes', node.talos.timing.nodeReady, 'node-ready')
  },
  'node-ready'(node) {
    node.state.kubernetes.node = 'ready'
  },
}
