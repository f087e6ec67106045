import { MachineService } from '../gen/machine/machine_pb.ts'
import { single } from './answer.ts'
import type { CallOptions, TalosNode } from './node.ts'

/** A member of etcd; its id has 64 bits, more than a number holds. */
export interface EtcdMember {
  readonly id: bigint
  readonly hostname: string
  readonly peerUrls: readonly string[]
  readonly clientUrls: readonly string[]
  /** Still copying data, without a vote. */
  readonly isLearner: boolean
}

/** Who is in etcd as this machine's own etcd sees it: other control planes are not asked, so a split shows. */
export async function listEtcdMembers(node: TalosNode, options?: CallOptions): Promise<readonly EtcdMember[]> {
  const request = { queryLocal: true }
  const answer = await node.unary(MachineService.method.etcdMemberList, request, { mayHang: true, ...options })
  return single(answer, 'EtcdMemberList').members.map(({ id, hostname, peerUrls, clientUrls, isLearner }) => ({
    id,
    hostname,
    peerUrls,
    clientUrls,
    isLearner,
  }))
}

/** The id as etcd's own tools write it. */
export const formatMemberId = (id: bigint): string => id.toString(16).padStart(16, '0')

/** Takes this machine out of etcd and deletes its etcd data; it joins again after a restart. */
export async function leaveEtcd(node: TalosNode, options?: CallOptions): Promise<void> {
  await node.unary(MachineService.method.etcdLeaveCluster, {}, { mayHang: true, deadlineMs: 60_000, ...options })
}

/** Removes a member that is gone; ask a healthy control plane. */
export async function removeEtcdMember(node: TalosNode, id: bigint, options?: CallOptions): Promise<void> {
  const request = { memberId: id }
  await node.unary(MachineService.method.etcdRemoveMemberByID, request, { mayHang: true, ...options })
}

/** Makes this machine hand leadership on; tells the new leader, or nothing when it did not lead. */
export async function forfeitEtcdLeadership(node: TalosNode, options?: CallOptions): Promise<string | undefined> {
  const answer = await node.unary(MachineService.method.etcdForfeitLeadership, {}, { mayHang: true, ...options })
  const { member } = single(answer, 'EtcdForfeitLeadership')
  return member === '' ? undefined : member
}
