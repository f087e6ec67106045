import { freeVips } from '../network/vip.ts'
import { cancelLater, later, type Node } from '../node.ts'
import { changeHealth, changeService } from '../services/change.ts'
import type { Talos } from '../talos.ts'
import {
  type EtcdCluster,
  type EtcdMember,
  hasQuorum,
  leaderOf,
  type Membership,
  membershipOf,
  nodesUp,
  runningMembership,
} from './cluster.ts'

/** etcd runs: a learner gets its vote some time later, and who has enough votes leads. */
export function etcdStarted(node: Node): void {
  const membership = membershipOf(node)
  if (membership === undefined) return
  const { cluster, member } = membership
  const { timing } = node.talos
  if (member.isLearner) later(node, 'etcd-promote', timing.etcdPromotion)
  const isAlone = cluster.members.length === 1
  if (leaderOf(node.talos, cluster) === undefined && hasQuorum(node.talos, cluster)) {
    later(node, 'etcd-elect', isAlone ? 0 : timing.etcdElection)
  }
}

/** The members choose a leader: one that is there and has a vote. */
export function electLeader(node: Node): void {
  const cluster = runningMembership(node)?.cluster
  if (cluster === undefined || leaderOf(node.talos, cluster) !== undefined) return
  if (!hasQuorum(node.talos, cluster)) return
  const voters = nodesUp(node.talos, cluster).flatMap((one) => membershipOf(one)?.member ?? [])
  const chosen = voters.find(({ isLearner }) => !isLearner)
  if (chosen === undefined) return
  cluster.leader = chosen.id
  cluster.term += 1
  cluster.index += 1
  node.talos.wake(node)
}

/** A learner that has caught up gets its vote. */
export function promoteLearner(node: Node): void {
  const membership = runningMembership(node)
  if (membership === undefined || !membership.member.isLearner) return
  if (leaderOf(node.talos, membership.cluster) === undefined) {
    later(node, 'etcd-promote', node.talos.timing.etcdJoin)
    return
  }
  membership.member.isLearner = false
  membership.cluster.index += 1
}

/** etcd looks at itself; what is not healthy is looked at again, and a member that was taken out ends. */
export function checkEtcd(node: Node): void {
  const membership = membershipOf(node)
  if (membership === undefined) {
    const why = 'task "etcd" failed: exit code 1'
    changeService(node, 'etcd', 'Failed', `Error running Containerd(etcd), going to restart forever: ${why}`)
    return
  }
  const trouble = troubleOf(node, membership)
  changeHealth(node, 'etcd', trouble === undefined, trouble ?? '')
  if (trouble !== undefined) later(node, 'service-checked', node.talos.timing.etcdCheck, 'etcd')
}

function troubleOf({ talos }: Node, { cluster, member }: Membership): string | undefined {
  if (member.isLearner) return 'etcdserver: rpc not supported for learner'
  return leaderOf(talos, cluster) === undefined ? 'context deadline exceeded' : undefined
}

/** A member has gone: others choose another leader, or find out that they are too few. */
export function memberGone(node: Node, membership: Membership, manner: 'in good order' | 'suddenly'): void {
  const { talos } = node
  const { cluster, member } = membership
  if (cluster.leader === member.id) delete cluster.leader
  if (manner === 'in good order') freeVips(membership)
  const others = nodesUp(talos, cluster).filter((one) => one !== node)
  const [first] = others
  if (first === undefined) return
  // What a dead member held is free when its lease has run out.
  later(first, 'etcd-lease', manner === 'suddenly' ? talos.timing.vipLease : talos.timing.etcdElection, member.id)
  if (hasQuorum(talos, cluster)) later(first, 'etcd-elect', talos.timing.etcdElection)
  else for (const one of others) expectTrouble(one)
}

/** The lease of a member that is gone has run out: what it held can be had by others. */
export function leaseEnds(node: Node, gone: string): void {
  const cluster = runningMembership(node)?.cluster
  if (cluster === undefined) return
  const isBack = nodesUp(node.talos, cluster).some((one) => membershipOf(one)?.member.id === gone)
  if (!isBack) cluster.vips = Object.fromEntries(Object.entries(cluster.vips).filter(([, holder]) => holder !== gone))
  node.talos.wake(node)
}

/** Others have taken a member out: its own etcd finds out and gives up. */
export function memberRemoved(talos: Talos, cluster: EtcdCluster, member: EtcdMember): void {
  const node = talos.nodes.get(member.vmid)
  const isOwn = node !== undefined && runningMembership(node)?.member.id === member.id
  cluster.members = cluster.members.filter(({ id }) => id !== member.id)
  cluster.index += 1
  if (!isOwn) return
  memberGone(node, { cluster, member }, 'in good order')
  later(node, 'service-checked', talos.timing.etcdElection, 'etcd')
}

// Health is found bad with the first check that runs into its own time-out.
function expectTrouble(node: Node): void {
  const { etcdCheck, etcdHealth } = node.talos.timing
  cancelLater(node, 'service-checked', 'etcd')
  later(node, 'service-checked', etcdCheck + etcdHealth, 'etcd')
}
