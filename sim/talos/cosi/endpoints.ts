import type { Value } from '../../../src/talos/document/value.ts'
import type { MachineConfig } from '../config/machine-config.ts'
import { discovered } from '../discovery.ts'
import { reachableApi } from '../kubernetes/clusters.ts'
import { kubePrismPort } from '../kubernetes/settings.ts'
import type { Node } from '../node.ts'
import { type ResourceKind, single } from './kind.ts'
import { configured } from './with-config.ts'

/** Resources about where the API of Kubernetes is found. */
export const endpointKinds: readonly ResourceKind[] = [
  {
    type: 'Endpoints.kubernetes.talos.dev',
    owner: 'k8s.EndpointController',
    list: configured((node, config) => {
      const host = URL.canParse(config.endpoint) ? new URL(config.endpoint).hostname : ''
      const peers = controlPlaneAddresses(node)
      const served =
        reachableApi(node) === undefined ? [] : [{ id: 'kube-apiserver', spec: { addresses: peers, hosts: [] } }]
      return [
        { id: 'controlplane', owner: 'k8s.StaticEndpointController', spec: { addresses: [host], hosts: [] } },
        { id: 'discovery', owner: 'cluster.EndpointController', spec: { addresses: peers, hosts: [] } },
        ...served,
      ]
    }),
  },
  {
    type: 'KubePrismConfigs.kubernetes.talos.dev',
    owner: 'k8s.KubePrismConfigController',
    list: configured((node, config) =>
      single('k8s-loadbalancer-config', {
        host: '127.0.0.1',
        port: kubePrismPort(config),
        endpoints: prismEndpoints(node, config),
      }),
    ),
  },
  {
    type: 'KubePrismEndpoints.kubernetes.talos.dev',
    owner: 'k8s.KubePrismEndpointsController',
    list: configured((node, config) => single('k8s-cluster', { endpoints: prismEndpoints(node, config) })),
  },
  {
    type: 'KubePrismStatuses.kubernetes.talos.dev',
    owner: 'k8s.KubePrismController',
    list: configured((node, config) =>
      single('k8s-loadbalancer', {
        host: `127.0.0.1:${kubePrismPort(config)}`,
        healthy: node.state.kubernetes.isRegistered,
      }),
    ),
  },
]

/** The addresses of all control planes that discovery tells of. */
const controlPlaneAddresses = (node: Node): readonly string[] =>
  discovered(node)
    .filter(({ machineType }) => machineType === 'controlplane')
    .flatMap(({ addresses }) => addresses.slice(0, 1))
    .sort()

/** Where a machine's own load balancer sends what asks for the API. */
function prismEndpoints(node: Node, config: MachineConfig): Value {
  const endpoint = URL.canParse(config.endpoint) ? new URL(config.endpoint) : undefined
  const own = config.type === 'controlplane' ? [{ host: 'localhost', port: 6443 }] : []
  return [
    ...(endpoint === undefined ? [] : [{ host: endpoint.hostname, port: Number(endpoint.port || 443) }]),
    ...own,
    ...controlPlaneAddresses(node).map((host) => ({ host, port: 6443 })),
  ]
}
