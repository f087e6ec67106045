import type { Ended } from '../run-program.ts'

/** What `talosctl health` waits for, in its order. */
export const HEALTHY = [
  'etcd to be healthy',
  'etcd members to be consistent across nodes',
  'etcd members to be control plane nodes',
  'apid to be ready',
  'all nodes memory sizes',
  'all nodes disk sizes',
  'no diagnostics',
  'kubelet to be healthy',
  'all nodes to finish boot sequence',
  'all k8s nodes to report',
  'all control plane static pods to be running',
  'all control plane components to be ready',
  'all k8s nodes to report ready',
  'kube-proxy to report ready',
  'coredns to report ready',
  'all k8s nodes to report schedulable',
]

/** What `talosctl health` found to be true. */
export const passedConditions = ({ output, errors }: Ended): (string | undefined)[] =>
  [...(output + errors).matchAll(/^waiting for (.*): OK$/gm)].map(([, name]) => name)
