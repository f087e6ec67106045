import type { TalosImage } from '../world/talos-image.ts'
import type { World } from '../world/world.ts'

/**
 * The Talos on a volume as a node sees it, whatever the volume went through since it was downloaded: imported, cloned,
 * made a template, moved, backed up. Undefined for a volume of anything else, or none.
 */
export function describeVolume(world: World, volid: string, node: string): TalosImage | undefined {
  return volumeOf(world, volid, node)?.image
}

/** Notes that a volume holds another Talos from now on, or none: it was installed there, upgraded, or wiped. */
export function rewriteVolume(world: World, volid: string, node: string, image: TalosImage | undefined): void {
  const volume = volumeOf(world, volid, node)
  if (volume === undefined) return
  if (image === undefined) delete volume.image
  else volume.image = image
}

// A volume of a shared storage belongs to no node; one of a local storage has its like on others.
function volumeOf(world: World, volid: string, node: string) {
  return world.volumes.find(
    (volume) => `${volume.storage}:${volume.name}` === volid && (volume.node === undefined || volume.node === node),
  )
}
