import type { Node } from '../node.ts'
import { isAtLeast } from '../version.ts'
import { disksOf } from './disks.ts'

const MIB = 1024 ** 2

/** A partition of the disk that Talos is installed on. */
export interface Partition {
  readonly label: 'EFI' | 'META' | 'STATE' | 'EPHEMERAL'
  readonly index: number
  /** Such as `/dev/sda4`. */
  readonly devPath: string
  readonly parent: string
  readonly size: number
  /** Nothing where it is not mounted all the time. */
  readonly mountedOn?: string
}

/** The partitions of the system disk; none before the installation. */
export function partitionsOf(node: Node): readonly Partition[] {
  const disk = disksOf(node).find(({ isSystem }) => isSystem)
  if (disk === undefined) return []
  const fixed = { EFI: (isAtLeast(node, '1.11') ? 2101 : 1101) * MIB, META: MIB, STATE: 100 * MIB }
  // The tables of partitions take the first and the last mebibyte.
  const rest = disk.size - Object.values(fixed).reduce((sum, size) => sum + size, 2 * MIB)
  const partition = (label: Partition['label'], index: number, size: number): Partition => ({
    label,
    index,
    devPath: `${disk.devPath}${index}`,
    parent: disk.devPath,
    size,
  })
  return [
    partition('EFI', 1, fixed.EFI),
    partition('META', 2, fixed.META),
    { ...partition('STATE', 3, fixed.STATE), mountedOn: '/system/state' },
    { ...partition('EPHEMERAL', 4, Math.max(0, rest)), mountedOn: '/var' },
  ]
}
