import type { ClusterKeys } from '../../kubernetes/api.ts'
import { bootstrapManifests, startCluster } from '../../kubernetes/bootstrap/bootstrap.ts'
import { clusterSigner } from '../../kubernetes/certificates/signer.ts'
import { createKubernetesApi, type KubernetesApi } from '../../kubernetes/cluster.ts'
import { emptyKubernetes } from '../../kubernetes/state.ts'
import { tokenIssuer } from '../../kubernetes/tokens/issuer.ts'
import { endpointAddresses } from '../config/endpoint-addresses.ts'
import { type MachineConfig, machineConfig } from '../config/machine-config.ts'
import { type EtcdCluster, hasQuorum, runningMembership } from '../etcd/cluster.ts'
import { nodeAt } from '../network/addresses.ts'
import type { Node } from '../node.ts'
import { releaseOn } from '../releases.ts'
import { bootstrapSettings, clusterNetworks } from './settings.ts'

function keysOf(config: MachineConfig | undefined): ClusterKeys {
  if (config === undefined) return {}
  const { kubernetesAuthority, serviceAccounts } = config
  return {
    sign: kubernetesAuthority.key === '' ? undefined : clusterSigner(kubernetesAuthority),
    tokens: serviceAccounts === undefined ? undefined : tokenIssuer(serviceAccounts),
  }
}

/** The API that the members of an etcd cluster hold, opened when somebody first needs it. */
export function apiOf(node: Node, cluster: EtcdCluster): KubernetesApi {
  const { talos } = node
  const open = talos.kubernetes.get(cluster.id)
  if (open !== undefined) return open
  const isNew = cluster.kubernetes === undefined
  const config = machineConfig(node)
  const settings = config === undefined ? undefined : bootstrapSettings(config, releaseOn(node))
  cluster.kubernetes ??= emptyKubernetes(settings?.kubernetesVersion ?? '')
  if (config !== undefined) cluster.kubernetes.networks = clusterNetworks(config)
  const api = createKubernetesApi(cluster.kubernetes, talos.clock, keysOf(config))
  talos.kubernetes.set(cluster.id, api)
  api.store.subscribe(({ resource, object }) => {
    if (resource === '/nodes') talos.nodeChanged(cluster, object.metadata.name)
  })
  if (isNew) {
    startCluster(api)
    if (settings !== undefined) bootstrapManifests(api, settings)
  }
  return api
}

/** Whether a control plane's API server answers: it runs, and etcd is there for it. */
export function isApiServing(node: Node): boolean {
  const phase = node.state.kubernetes.pods['kube-apiserver']
  if (phase !== 'running' && phase !== 'ready') return false
  const cluster = runningMembership(node)?.cluster
  return cluster !== undefined && hasQuorum(node.talos, cluster)
}

// Looked at one by one: mostly the first is enough, and a large cluster has many.
function* candidates(node: Node): Generator<Node> {
  if (machineConfig(node)?.type === 'controlplane') yield node
  for (const address of endpointAddresses(node)) {
    const peer = nodeAt(node.talos, address)
    if (peer !== undefined) yield peer
  }
}

/** The API of the cluster that a machine belongs to, reached as its kubelet reaches it; nothing while none answers. */
export function reachableApi(node: Node): KubernetesApi | undefined {
  const authority = machineConfig(node)?.kubernetesAuthority.crt
  for (const peer of candidates(node)) {
    if (machineConfig(peer)?.kubernetesAuthority.crt !== authority || !isApiServing(peer)) continue
    const cluster = runningMembership(peer)?.cluster
    if (cluster !== undefined) return apiOf(peer, cluster)
  }
  return undefined
}
