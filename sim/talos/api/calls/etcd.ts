import { Code, ConnectError, type HandlerContext, type ServiceImpl } from '@connectrpc/connect'
import { EtcdMemberAlarm_AlarmType as AlarmType } from '../../../../src/talos/gen/machine/etcd_pb.ts'
import type { MachineService } from '../../../../src/talos/gen/machine/machine_pb.ts'
import { nextNumber } from '../../count.ts'
import { ephemeral } from '../../disk.ts'
import { type EtcdCluster, leaderOf, type Membership, nodesUp, runningMembership } from '../../etcd/cluster.ts'
import { leaveCluster, removalTrouble } from '../../etcd/leave.ts'
import { controlPlanesOf } from '../../etcd/peers.ts'
import { memberRemoved } from '../../etcd/service.ts'
import { snapshotOf } from '../../etcd/snapshot.ts'
import { databaseBytes, etcdVersion, storageVersion } from '../../etcd/status.ts'
import type { Node } from '../../node.ts'
import { stopService } from '../../services/run.ts'
import { settle } from '../../settle.ts'
import { controlPlane, never } from '../target.ts'

type EtcdCalls = Pick<
  ServiceImpl<typeof MachineService>,
  | 'etcdMemberList'
  | 'etcdStatus'
  | 'etcdAlarmList'
  | 'etcdAlarmDisarm'
  | 'etcdDefragment'
  | 'etcdForfeitLeadership'
  | 'etcdLeaveCluster'
  | 'etcdRemoveMemberByID'
  | 'etcdSnapshot'
  | 'etcdRecover'
>

const NO_LEADER = 'etcdserver: no leader'
/** Size of the pieces in which a snapshot comes. */
const PIECE = 1024

/** Calls to etcd; one that does not run leaves them unanswered. */
export const etcdCalls: EtcdCalls = {
  async etcdMemberList({ queryLocal }, context) {
    const { node, cluster, member } = await running(context, 'member list', !queryLocal)
    requireVoter(member.isLearner)
    requireLeader(node, cluster)
    const members = cluster.members.map(({ id, name, address, isLearner }) => ({
      id: BigInt(`0x${id}`),
      hostname: name,
      peerUrls: [`https://${address}:2380`],
      clientUrls: [`https://${address}:2379`],
      isLearner,
    }))
    return { messages: [{ legacyMembers: members.map(({ hostname }) => hostname), members }] }
  },
  async etcdStatus(_, context) {
    const { node, cluster, member } = await running(context, 'etcd status')
    const leader = leaderOf(node.talos, cluster)
    const index = BigInt(cluster.index)
    const { size, used } = databaseBytes(cluster)
    const memberStatus = {
      memberId: BigInt(`0x${member.id}`),
      protocolVersion: etcdVersion(node),
      storageVersion: storageVersion(node),
      dbSize: BigInt(size),
      dbSizeInUse: BigInt(used),
      leader: leader === undefined ? 0n : BigInt(`0x${leader.id}`),
      raftIndex: index,
      raftAppliedIndex: index,
      raftTerm: BigInt(cluster.term),
      errors: leader === undefined ? [NO_LEADER] : [],
      isLearner: member.isLearner,
    }
    return { messages: [{ memberStatus }] }
  },
  async etcdAlarmList(_, context) {
    const { cluster } = await running(context, 'etcd alarm list')
    return { messages: [{ memberAlarms: wireAlarms(cluster) }] }
  },
  async etcdAlarmDisarm(_, context) {
    const { cluster } = await running(context, 'etcd alarm list')
    const memberAlarms = wireAlarms(cluster)
    cluster.alarms = []
    return { messages: [{ memberAlarms }] }
  },
  async etcdDefragment(_, context) {
    const { cluster } = await running(context, 'etcd defragmentation')
    cluster.waste = 0
    return { messages: [{}] }
  },
  async etcdForfeitLeadership(_, context) {
    const { node, cluster, member } = await running(context, 'forfeit leadership')
    if (leaderOf(node.talos, cluster) === undefined) {
      throw new ConnectError(`failed to forfeit leadership: failed to list etcd members: ${NO_LEADER}`, Code.Unknown)
    }
    if (cluster.leader !== member.id) return { messages: [{}] }
    const others = nodesUp(node.talos, cluster).filter((one) => one !== node)
    const next = others.flatMap((one) => runningMembership(one)?.member ?? []).find(({ isLearner }) => !isLearner)
    if (next === undefined) {
      throw new ConnectError(
        'failed to forfeit leadership: cannot find follower to transfer leadership to',
        Code.Unknown,
      )
    }
    cluster.leader = next.id
    cluster.term += 1
    cluster.index += 1
    for (const one of nodesUp(node.talos, cluster)) settle(one)
    return { messages: [{ member: next.name }] }
  },
  async etcdLeaveCluster(_, context) {
    const { node } = await running(context, 'leave')
    const trouble = leaveCluster(node)
    if (trouble !== undefined) {
      throw new ConnectError(`failed to leave cluster: 1 error(s) occurred:\n\t${trouble}`, Code.Unknown)
    }
    stopService(node, 'etcd')
    settle(node)
    return { messages: [{}] }
  },
  async etcdRemoveMemberByID({ memberId }, context) {
    const membership = await running(context, 'etcd member removal')
    const { node, cluster } = membership
    const trouble = removalTrouble(node, membership)
    if (trouble !== undefined) {
      const why = `failed to remove member: failed to remove member ${memberId}: ${trouble}`
      throw new ConnectError(why, Code.Unknown)
    }
    const removed = cluster.members.find(({ id }) => BigInt(`0x${id}`) === memberId)
    if (removed === undefined) {
      throw new ConnectError(`failed to remove member ${memberId}: etcdserver: member not found`, Code.NotFound)
    }
    memberRemoved(node.talos, cluster, removed)
    settle(node)
    return { messages: [{}] }
  },
  async *etcdSnapshot(_, context) {
    const { cluster } = await running(context, 'etcd snapshot')
    const bytes = snapshotOf(cluster)
    for (let at = 0; at < bytes.length; at += PIECE) yield { bytes: bytes.subarray(at, at + PIECE) }
  },
  async etcdRecover(pieces, context) {
    const node = controlPlane(context, 'etcd recover')
    const chunks: Uint8Array[] = []
    for await (const { bytes } of pieces) chunks.push(bytes)
    ephemeral(node).snapshot = Buffer.concat(chunks).toString('base64')
    return { messages: [{}] }
  },
}

/** The member that answers: the machine's own, or where anybody will do, whichever comes first. */
async function running(
  context: HandlerContext,
  what: string,
  isAnybody = false,
): Promise<Membership & { readonly node: Node }> {
  const node = controlPlane(context, what)
  const all = isAnybody ? controlPlanesOf(node) : [node]
  const able = all.filter((one) => runningMembership(one) !== undefined)
  const chosen = able[able.length > 1 ? nextNumber(node.talos.state) % able.length : 0]
  const membership = chosen === undefined ? undefined : runningMembership(chosen)
  return chosen === undefined || membership === undefined ? never(context, node) : { node: chosen, ...membership }
}

function requireVoter(isLearner: boolean): void {
  if (isLearner) throw new ConnectError('etcdserver: rpc not supported for learner', Code.Unknown)
}

function requireLeader({ talos }: Node, cluster: EtcdCluster): void {
  if (leaderOf(talos, cluster) === undefined) throw new ConnectError(NO_LEADER, Code.Unknown)
}

const wireAlarms = ({ alarms }: EtcdCluster) =>
  alarms.map(({ member, alarm }) => ({ memberId: BigInt(`0x${member}`), alarm: AlarmType[alarm] }))
