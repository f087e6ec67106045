import {
  MachineService,
  RebootRequest_Mode as RebootMode,
  ResetRequest_WipeMode as WipeMode,
} from '../gen/machine/machine_pb.ts'
import { single } from './answer.ts'
import type { CallOptions, TalosNode } from './node.ts'

/** Names the work that a call started; the events of that work carry it. */
export type ActorId = string

const REBOOTS = { default: RebootMode.DEFAULT, powercycle: RebootMode.POWERCYCLE, force: RebootMode.FORCE } as const
const WIPES = { all: WipeMode.ALL, 'system-disk': WipeMode.SYSTEM_DISK, 'user-disks': WipeMode.USER_DISKS } as const

/** Reboots a machine; `force` skips the graceful part and is known since Talos 1.12. */
export async function reboot(node: TalosNode, mode: keyof typeof REBOOTS, options?: CallOptions): Promise<ActorId> {
  const answer = await node.unary(MachineService.method.reboot, { mode: REBOOTS[mode] }, options)
  return single(answer, 'Reboot').actorId
}

/** Switches a machine off; `force` does not wait for its pods to leave. */
export async function shutdown(node: TalosNode, force: boolean, options?: CallOptions): Promise<ActorId> {
  const answer = await node.unary(MachineService.method.shutdown, { force }, options)
  return single(answer, 'Shutdown').actorId
}

/** What a reset does with a machine. */
export interface ResetOptions extends CallOptions {
  /** Drain the node and leave etcd first; must be off where etcd has no quorum or one member. */
  readonly graceful: boolean
  /** Boot again afterwards, else stay off. */
  readonly reboot: boolean
  readonly wipe: keyof typeof WIPES
  /** Only these partitions of the system disk; none means the whole disk, which then boots no more. */
  readonly partitions?: readonly string[]
  readonly userDisks?: readonly string[]
}

/** Takes a machine out of its cluster and wipes it. */
export async function reset(node: TalosNode, options: ResetOptions): Promise<ActorId> {
  const request = {
    graceful: options.graceful,
    reboot: options.reboot,
    mode: WIPES[options.wipe],
    systemPartitionsToWipe: (options.partitions ?? []).map((label) => ({ label, wipe: true })),
    userDisksToWipe: [...(options.userDisks ?? [])],
  }
  return single(await node.unary(MachineService.method.reset, request, options), 'Reset').actorId
}
