import { machineConfig } from '../config/machine-config.ts'
import { type ResourceKind, single } from './kind.ts'

/** Resources about the machine's part of Kubernetes. */
export const kubernetesKinds: readonly ResourceKind[] = [
  {
    type: 'Nodenames.kubernetes.talos.dev',
    owner: 'k8s.NodenameController',
    list: (node) =>
      machineConfig(node) === undefined || node.state.network.hostname === ''
        ? []
        : single('nodename', { nodename: node.state.network.hostname, hostnameVersion: '1' }),
  },
  {
    type: 'NodeStatuses.kubernetes.talos.dev',
    owner: 'k8s.NodeStatusController',
    list({ state }) {
      const name = state.network.hostname
      if (state.kubernetes.node === 'absent') return []
      const spec = { nodename: name, nodeReady: state.kubernetes.node === 'ready', unschedulable: false }
      return [{ id: name, spec }]
    },
  },
  {
    type: 'StaticPodStatuses.kubernetes.talos.dev',
    owner: 'k8s.KubeletStaticPodController',
    list: ({ state }) =>
      Object.entries(state.kubernetes.pods)
        .filter(([, phase]) => phase !== 'pending')
        .map(([name, phase]) => ({
          id: `kube-system/${name}-${state.network.hostname}`,
          spec: {
            phase: 'Running',
            conditions: [{ type: 'Ready', status: phase === 'ready' ? 'True' : 'False' }],
          },
        })),
  },
]
