import { machineConfig } from './config/machine-config.ts'
import { ownAddresses } from './network/addresses.ts'
import type { Node } from './node.ts'
import type { Affiliate } from './world.ts'

/** The machines of a cluster that the discovery service knows; none without it. */
export function discovered(node: Node): readonly Affiliate[] {
  const config = machineConfig(node)
  if (config === undefined || !config.usesDiscovery) return []
  return Object.values(node.talos.state.discovery[config.clusterId] ?? {})
}

/** The control planes among them. */
export function discoveredControlPlanes(node: Node): readonly Affiliate[] {
  const config = machineConfig(node)
  if (config === undefined || !config.usesDiscovery) return []
  const { knownControlPlanes } = node.talos
  const known =
    knownControlPlanes.get(config.clusterId) ??
    discovered(node).filter(({ machineType }) => machineType === 'controlplane')
  knownControlPlanes.set(config.clusterId, known)
  return known
}

/** Tells the discovery service, and through it all others, how this machine is reached. */
export function announce(node: Node): void {
  const { state, talos } = node
  const config = machineConfig(node)
  if (config === undefined || !config.usesDiscovery || state.image === undefined) return
  const cluster = talos.state.discovery[config.clusterId] ?? {}
  talos.state.discovery[config.clusterId] = cluster
  const known = cluster[state.nodeId]
  const told: Affiliate = {
    nodeId: state.nodeId,
    vmid: state.vmid,
    addresses: [...ownAddresses(node)],
    hostname: state.network.hostname,
    nodename: state.network.hostname,
    machineType: config.type,
    operatingSystem: `Talos (${state.image.version})`,
    ...(config.type === 'controlplane' ? { apiPort: 6443 } : {}),
  }
  if (JSON.stringify(known) === JSON.stringify(told)) return
  cluster[state.nodeId] = told
  if ([known, told].some((one) => one?.machineType === 'controlplane'))
    talos.knownControlPlanes.delete(config.clusterId)
  wakePeers(node, config.clusterId)
}

/** Takes a machine out of the discovery service. */
export function retract(node: Node): void {
  const config = machineConfig(node)
  if (config === undefined) return
  delete node.talos.state.discovery[config.clusterId]?.[node.state.nodeId]
  node.talos.knownControlPlanes.delete(config.clusterId)
  wakePeers(node, config.clusterId)
}

// Others see the change in their own resources.
function wakePeers({ talos }: Node, clusterId: string): void {
  for (const peer of talos.nodes.values()) {
    if (peer.live.watchers.size > 0 && machineConfig(peer)?.clusterId === clusterId) {
      for (const watcher of peer.live.watchers) watcher()
    }
  }
}
