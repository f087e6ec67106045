import { MachineService } from '../gen/machine/machine_pb.ts'
import { single } from './answer.ts'
import type { CallOptions, TalosNode } from './node.ts'

/** How much memory a machine has, in bytes. */
export async function fetchMemoryBytes(node: TalosNode, options?: CallOptions): Promise<bigint> {
  const { meminfo } = single(await node.unary(MachineService.method.memory, {}, options), 'Memory')
  return (meminfo?.memtotal ?? 0n) * 1024n
}

/** A mounted file system. */
export interface Mount {
  readonly path: string
  readonly bytes: bigint
  readonly freeBytes: bigint
}

/** Lists what is mounted on a machine. */
export async function listMounts(node: TalosNode, options?: CallOptions): Promise<readonly Mount[]> {
  const { stats } = single(await node.unary(MachineService.method.mounts, {}, options), 'Mounts')
  return stats.map(({ mountedOn, size, available }) => ({ path: mountedOn, bytes: size, freeBytes: available }))
}
