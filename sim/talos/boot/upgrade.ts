import type { TalosImage } from '../../world/talos-image.ts'
import { driveVolume, systemDisk } from '../disk.ts'
import type { Node } from '../node.ts'

/** Writes another Talos beside the one that runs; it boots next. */
export function writeUpgrade(node: Node, image: TalosImage): void {
  const volume = driveVolume(node, node.state.systemDrive ?? '')
  if (volume?.image === undefined || volume.installation === undefined) return
  volume.installation.previous = volume.image
  volume.image = image
}

/** Makes the Talos from before the last upgrade boot next; false when there is none. */
export function rollBack(node: Node): boolean {
  const previous = systemDisk(node)?.previous
  if (previous === undefined) return false
  writeUpgrade(node, previous)
  return true
}
