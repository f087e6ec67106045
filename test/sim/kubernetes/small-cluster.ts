import type { Api } from '../../../sim/kubernetes/api.ts'
import { bootstrapManifests, startCluster } from '../../../sim/kubernetes/bootstrap/bootstrap.ts'
import { type NodeSpec, registerNode, staticPods } from '../../../sim/kubernetes/nodes/nodes.ts'

const CONTROL_PLANE = 'node-role.kubernetes.io/control-plane'
const GIB = 2 ** 30

/** A machine as Talos would register it. */
export function machine(name: string, address: string, role: 'controlplane' | 'worker'): NodeSpec {
  const isControlPlane = role === 'controlplane'
  return {
    name,
    addresses: [address],
    version: 'v1.35.4',
    cpus: 4,
    memoryBytes: 8 * GIB,
    diskBytes: 40 * GIB,
    labels: isControlPlane ? { [CONTROL_PLANE]: '' } : {},
    taints: isControlPlane ? [{ key: CONTROL_PLANE, effect: 'NoSchedule' }] : [],
    system: {
      osImage: 'Talos (v1.12.6)',
      kernelVersion: '6.18.5-talos',
      containerRuntimeVersion: 'containerd://2.1.6',
      machineID: 'b2d1b0f2a8c94c0f9d6c2a1f3e4d5c6b',
      systemUUID: '11111111-2222-8333-8444-555555555555',
      bootID: '66666666-7777-4888-8999-aaaaaaaaaaaa',
      architecture: 'amd64',
    },
  }
}

/** Brings a cluster of one control plane and two workers up, as Talos bootstraps it. */
export function bringUp(api: Api, { flannel = true }: { readonly flannel?: boolean } = {}): void {
  startCluster(api)
  registerNode(api, machine('cp1', '10.5.0.11', 'controlplane'))
  for (const [index, name] of ['w1', 'w2'].entries()) registerNode(api, machine(name, `10.5.0.2${index + 1}`, 'worker'))
  const components = ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler']
  staticPods(
    api,
    'cp1',
    components.map((name) => ({
      name,
      configHash: name,
      definition: {
        metadata: { labels: { component: name, tier: 'control-plane' } },
        spec: { hostNetwork: true, containers: [{ name, image: `registry.k8s.io/${name}:v1.35.4` }] },
      },
    })),
  )
  bootstrapManifests(api, {
    kubernetesVersion: 'v1.35.4',
    ...api.state.networks,
    dnsDomain: 'cluster.local',
    bootstrapToken: 'abcdef.0123456789abcdef',
    apiServer: 'https://127.0.0.1:7445',
    images: {
      flannel: 'ghcr.io/siderolabs/flannel:v0.27.4',
      coreDns: 'registry.k8s.io/coredns/coredns:v1.13.2',
      kubeProxy: 'registry.k8s.io/kube-proxy:v1.35.4',
    },
    flannel,
    kubeProxy: true,
    coreDns: true,
    manifests: [],
  })
}
