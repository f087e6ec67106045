import { Code, ConnectError, type HandlerContext, type ServiceImpl } from '@connectrpc/connect'
import type { MachineService } from '../../../../src/talos/gen/machine/machine_pb.ts'
import { type EtcdCluster, leaderOf, type Membership, runningMembership } from '../../etcd/cluster.ts'
import type { Node } from '../../node.ts'
import { controlPlane, never } from '../target.ts'

type EtcdCalls = Pick<ServiceImpl<typeof MachineService>, 'etcdMemberList' | 'etcdStatus' | 'etcdAlarmList'>

/** Calls to etcd; one that does not run leaves them unanswered. */
export const etcdCalls: EtcdCalls = {
  async etcdMemberList(_, context) {
    const { node, cluster, member } = await running(context, 'member list')
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
    const memberStatus = {
      memberId: BigInt(`0x${member.id}`),
      protocolVersion: '3.6.8',
      storageVersion: '3.6.0',
      dbSize: 40960n,
      dbSizeInUse: 32768n,
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
    await running(context, 'alarm list')
    return { messages: [{}] }
  },
}

const NO_LEADER = 'etcdserver: no leader'

async function running(context: HandlerContext, what: string): Promise<Membership & { readonly node: Node }> {
  const node = controlPlane(context, what)
  const membership = runningMembership(node)
  return membership === undefined ? never(context, node) : { node, ...membership }
}

function requireVoter(isLearner: boolean): void {
  if (isLearner) throw new ConnectError('etcdserver: rpc not supported for learner', Code.Unknown)
}

function requireLeader({ talos }: Node, cluster: EtcdCluster): void {
  if (leaderOf(talos, cluster) === undefined) throw new ConnectError(NO_LEADER, Code.Unknown)
}
