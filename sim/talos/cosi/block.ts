import { disksOf } from '../hardware/disks.ts'
import { type ResourceKind, single } from './kind.ts'
import { prettySize } from './pretty-size.ts'

/** Resources about disks. */
export const blockKinds: readonly ResourceKind[] = [
  {
    type: 'Disks.block.talos.dev',
    owner: 'block.DisksController',
    list: (node) =>
      disksOf(node).map((disk) => ({
        id: disk.name,
        spec: {
          dev_path: disk.devPath,
          size: disk.size,
          pretty_size: prettySize(disk.size),
          io_size: 512,
          sector_size: 512,
          readonly: disk.isCdrom,
          cdrom: disk.isCdrom,
          model: disk.model,
          serial: disk.serial,
          modalias: disk.modalias,
          wwid: disk.wwid,
          bus_path: disk.busPath,
          sub_system: '/sys/class/block',
          transport: disk.transport,
          rotational: disk.isRotational,
          symlinks: [],
        },
      })),
  },
  {
    type: 'SystemDisks.block.talos.dev',
    owner: 'block.SystemDiskController',
    list(node) {
      const disk = disksOf(node).find(({ isSystem }) => isSystem)
      return disk === undefined ? [] : single('system-disk', { diskID: disk.name, devPath: disk.devPath })
    },
  },
]
