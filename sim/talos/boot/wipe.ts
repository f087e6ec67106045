import { driveVolume, systemDisk } from '../disk.ts'
import type { Node } from '../node.ts'

/** Wipes what a reset was asked to wipe: some partitions of the system disk, all of it, or other disks. */
export function wipe(node: Node): void {
  const { wipe: mode = 'all', partitions = [], userDisks = [] } = node.state.sequence?.wish ?? {}
  if (mode !== 'user-disks') wipeSystem(node, partitions)
  if (mode !== 'system-disk') for (const disk of userDisks) wipeDisk(node, disk)
}

function wipeSystem(node: Node, partitions: readonly string[]): void {
  const { systemDrive } = node.state
  if (systemDrive === undefined) return
  if (partitions.length === 0) wipeDisk(node, systemDrive)
  for (const label of partitions) wipePartition(node, label)
}

/** Empties a partition of the system disk. */
export function wipePartition(node: Node, label: string): void {
  const disk = systemDisk(node)
  if (disk === undefined) return
  if (label === 'STATE') delete disk.state
  if (label === 'EPHEMERAL') delete disk.ephemeral
  if (label === 'META') disk.meta = {}
}

/** Empties a disk: nothing boots from it any more. */
export function wipeDisk(node: Node, drive: string): void {
  const volume = driveVolume(node, drive)
  if (volume === undefined) return
  delete volume.image
  delete volume.installation
}
