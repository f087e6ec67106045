import { ephemeral } from '../disk.ts'
import type { Node } from '../node.ts'
import { leaderOf, type Membership, membershipOf } from './cluster.ts'
import { memberGone } from './service.ts'

/** Takes a machine out of its cluster and forgets its data; tells what stands against it. */
export function leaveCluster(node: Node): string | undefined {
  const membership = membershipOf(node)
  if (membership === undefined) return undefined
  const { cluster, member } = membership
  const trouble = removalTrouble(node, membership)
  if (trouble !== undefined) return `failed to remove member ${BigInt(`0x${member.id}`)}: ${trouble}`
  cluster.members = cluster.members.filter(({ id }) => id !== member.id)
  cluster.index += 1
  delete ephemeral(node).etcd
  memberGone(node, membership, 'in good order')
  return undefined
}

/** Why a member cannot be taken out now. */
export function removalTrouble({ talos }: Node, { cluster }: Membership): string | undefined {
  if (leaderOf(talos, cluster) === undefined) return 'etcdserver: no leader'
  if (cluster.members.length > 1) return undefined
  return 'etcdserver: re-configuration failed due to not enough started members'
}
