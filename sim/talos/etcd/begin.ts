import { createHash } from 'node:crypto'
import { nextNumber } from '../count.ts'
import { ephemeral } from '../disk.ts'
import { ownAddresses } from '../network/addresses.ts'
import type { Node } from '../node.ts'
import type { EtcdCluster, EtcdMember } from './cluster.ts'

/** Begins a cluster with this machine as its only member. */
export function beginCluster(node: Node): EtcdCluster {
  const { talos } = node
  const id = String(nextNumber(talos.state))
  const member = newMember(node, false, '')
  const cluster: EtcdCluster = { id, members: [member], term: 1, index: 4, waste: 8192, vips: {}, alarms: [] }
  talos.state.etcd[id] = cluster
  ephemeral(node).etcd = { cluster: id, member: member.id }
  return cluster
}

/** A member on this machine; the first one of a cluster has the same id each time. */
export function newMember(node: Node, isLearner: boolean, salt: string): EtcdMember {
  const [address = ''] = ownAddresses(node)
  const id = createHash('sha1').update(`https://${address}:2380${salt}`).digest('hex').slice(0, 16)
  return { id, vmid: node.state.vmid, name: node.state.network.hostname, address, isLearner }
}
