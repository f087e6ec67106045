import { driveVolume, systemDisk } from '../disk.ts'
import type { Node } from '../node.ts'

/** Wipes what a reset was asked to wipe: some partitions of the system disk, all of it, or other disks. */
export function wipe(node: Node): void {
  const { wipe: mode = 'all', partitions = [], userDisks = [] } = node.state.sequence?.wish ?? {}
  if (mode !== 'user-disks') wipeSystem(node, partitions)
  if (mode !== 'system-disk') for (const disk of userDisks) wipeDisk(node, disk)
}

function wipeSystem(node: Node, partitions: readonly string[]): void {
  const disk = systemDisk(node)
  const { systemDrive } = node.state
  if (disk === undefined || systemDrive === undefined) return
  if (partitions.length === 0) wipeDisk(node, systemDrive)
  if (partitions.includes('STATE')) delete disk.state
  if (partitions.includes('EPHEMERAL')) delete disk.ephemeral
  if (partitions.includes('META')) disk.meta = {}
}

function wipeDisk(node: Node, drive: string): void {
  const volume = driveVolume(node, drive)
  if (volume === undefined) return
  delete volume.image
  delete volume.installation
}
