import { endpointAddresses } from '../config/endpoint-addresses.ts'
import { machineConfig } from '../config/machine-config.ts'
import { nextNumber } from '../count.ts'
import { ephemeral } from '../disk.ts'
import { nodeAt } from '../network/addresses.ts'
import { later, type Node } from '../node.ts'
import { beginCluster, newMember } from './begin.ts'
import { leaderOf, runningMembership } from './cluster.ts'
import { recoverCluster } from './recover.ts'

/** Gets etcd's data ready: what is there, a cluster that begins, or a place in one that others have begun. */
export function prepareEtcd(node: Node): boolean {
  const data = ephemeral(node)
  if (data.etcd !== undefined && data.etcd !== 'broken') return true
  const { bootstrap } = node.state
  delete node.state.bootstrap
  if (bootstrap?.recover === true) return recoverCluster(node, bootstrap.skipHashCheck)
  if (bootstrap !== undefined) {
    beginCluster(node)
    return true
  }
  const joined = join(node)
  if (!joined) later(node, 'service-prepared', node.talos.timing.etcdJoin, 'etcd')
  return joined
}

/** Joins a cluster that answers at one of the addresses that this machine knows; one at a time may. */
function join(node: Node): boolean {
  const { talos } = node
  const authority = machineConfig(node)?.etcdAuthority?.crt
  for (const address of endpointAddresses(node)) {
    const peer = nodeAt(talos, address)
    if (peer === undefined || peer === node || machineConfig(peer)?.etcdAuthority?.crt !== authority) continue
    const cluster = runningMembership(peer)?.cluster
    if (cluster === undefined || leaderOf(talos, cluster) === undefined) continue
    if (cluster.members.some(({ isLearner }) => isLearner)) return false
    const member = newMember(node, true, String(nextNumber(talos.state)))
    cluster.members = [...cluster.members, member].sort((a, b) => (a.id < b.id ? -1 : 1))
    cluster.index += 1
    ephemeral(node).etcd = { cluster: cluster.id, member: member.id }
    return true
  }
  return false
}
