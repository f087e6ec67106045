import { disksOf } from '../hardware/disks.ts'
import { type ResourceKind, single } from './kind.ts'

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

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB']

/** A size as people read it, in steps of a thousand and two digits. */
function prettySize(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const value = bytes / 1000 ** step
  return `${value < 10 && step > 0 ? value.toFixed(1) : Math.round(value)} ${UNITS[step]}`
}
