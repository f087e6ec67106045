import { EtcdMemberAlarm_AlarmType as Alarm } from '../gen/machine/etcd_pb.ts'
import { MachineService } from '../gen/machine/machine_pb.ts'
import { single } from './answer.ts'
import type { CallOptions, TalosNode } from './node.ts'

/** How etcd is doing on one machine. */
export interface EtcdStatus {
  readonly memberId: bigint
  /** Nothing while there is no quorum. */
  readonly leader: bigint | undefined
  readonly isLearner: boolean
  readonly version: string
  readonly dbBytes: bigint
  readonly dbBytesInUse: bigint
  readonly raftTerm: bigint
  readonly raftIndex: bigint
  readonly raftAppliedIndex: bigint
  readonly errors: readonly string[]
}

/** Asks a machine's own etcd how it is doing. */
export async function fetchEtcdStatus(node: TalosNode, options?: CallOptions): Promise<EtcdStatus> {
  const answer = await node.unary(MachineService.method.etcdStatus, {}, { mayHang: true, ...options })
  const { memberStatus: status } = single(answer, 'EtcdStatus')
  if (status === undefined) throw new Error(`${node.address} sent an etcd status without content`)
  return {
    memberId: status.memberId,
    leader: status.leader === 0n ? undefined : status.leader,
    isLearner: status.isLearner,
    version: status.protocolVersion,
    dbBytes: status.dbSize,
    dbBytesInUse: status.dbSizeInUse,
    raftTerm: status.raftTerm,
    raftIndex: status.raftIndex,
    raftAppliedIndex: status.raftAppliedIndex,
    errors: status.errors,
  }
}

/** Something that makes etcd refuse writes until it is dealt with. */
export interface EtcdAlarm {
  readonly memberId: bigint
  readonly alarm: 'no-space' | 'corrupt'
}

/** Lists the alarms of etcd. */
export async function listEtcdAlarms(node: TalosNode, options?: CallOptions): Promise<readonly EtcdAlarm[]> {
  const answer = await node.unary(MachineService.method.etcdAlarmList, {}, { mayHang: true, ...options })
  return alarms(single(answer, 'EtcdAlarmList').memberAlarms)
}

/** Takes all alarms back and tells which there were. */
export async function disarmEtcdAlarms(node: TalosNode, options?: CallOptions): Promise<readonly EtcdAlarm[]> {
  const answer = await node.unary(MachineService.method.etcdAlarmDisarm, {}, { mayHang: true, ...options })
  return alarms(single(answer, 'EtcdAlarmDisarm').memberAlarms)
}

/** Gives unused space of a machine's etcd database back; etcd there does not answer meanwhile. */
export async function defragmentEtcd(node: TalosNode, options?: CallOptions): Promise<void> {
  await node.unary(MachineService.method.etcdDefragment, {}, { mayHang: true, deadlineMs: 5 * 60_000, ...options })
}

function alarms(list: readonly { readonly memberId: bigint; readonly alarm: Alarm }[]): readonly EtcdAlarm[] {
  return list.flatMap(({ memberId, alarm }): EtcdAlarm[] => {
    if (alarm === Alarm.NONE) return []
    return [{ memberId, alarm: alarm === Alarm.NOSPACE ? 'no-space' : 'corrupt' }]
  })
}
