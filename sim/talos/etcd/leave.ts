import { ephemeral } from '../disk.ts'
import type { Node } from '../node.ts'
import { membershipOf } from './cluster.ts'
import { memberGone } from './service.ts'

/** Takes a machine out of its cluster and forgets its data. */
export function leaveCluster(node: Node): void {
  const membership = membershipOf(node)
  if (membership === undefined) return
  const { cluster, member } = membership
  cluster.members = cluster.members.filter(({ id }) => id !== member.id)
  cluster.index += 1
  delete ephemeral(node).etcd
  memberGone(node, membership)
}
