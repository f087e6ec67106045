import { type Disk_DiskType, Disk_DiskTypeSchema, StorageService } from '../gen/storage_pb.ts'
import { single } from './answer.ts'
import type { CallOptions, TalosNode } from './node.ts'

/** A disk of a machine. */
export interface TalosDisk {
  /** Such as `/dev/sda`. */
  readonly device: string
  readonly bytes: bigint
  readonly model: string
  readonly serial: string
  /** Such as `ssd` or `nvme`. */
  readonly type: string
  readonly isSystem: boolean
  readonly isReadOnly: boolean
}

/** Lists the disks of a machine; works in maintenance mode too. */
export async function listDisks(node: TalosNode, options?: CallOptions): Promise<readonly TalosDisk[]> {
  const { disks } = single(await node.unary(StorageService.method.disks, {}, options), 'Disks')
  return disks.map((disk) => ({
    device: disk.deviceName,
    bytes: disk.size,
    model: disk.model,
    serial: disk.serial,
    type: typeName(disk.type),
    isSystem: disk.systemDisk,
    isReadOnly: disk.readonly,
  }))
}

const typeName = (type: Disk_DiskType): string => (Disk_DiskTypeSchema.value[type]?.name ?? 'unknown').toLowerCase()
