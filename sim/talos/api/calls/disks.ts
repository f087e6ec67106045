import type { MessageInitShape } from '@bufbuild/protobuf'
import type { Empty } from '@bufbuild/protobuf/wkt'
import type { HandlerContext } from '@connectrpc/connect'
import { type DisksResponseSchema, Disk_DiskType as DiskType } from '../../../../src/talos/gen/storage_pb.ts'
import { disksOf } from '../../hardware/disks.ts'
import { targetOf } from '../target.ts'

/** Lists the disks. */
export function disks(_: Empty, context: HandlerContext): MessageInitShape<typeof DisksResponseSchema> {
  const found = disksOf(targetOf(context)).map((disk) => ({
    size: BigInt(disk.size),
    model: disk.model,
    deviceName: disk.devPath,
    serial: disk.serial,
    modalias: disk.modalias,
    wwid: disk.wwid,
    type: disk.isCdrom ? DiskType.CD : disk.isRotational ? DiskType.HDD : DiskType.SSD,
    busPath: disk.busPath,
    systemDisk: disk.isSystem,
    subsystem: '/sys/class/block',
    readonly: disk.isCdrom,
  }))
  return { messages: [{ disks: found }] }
}
