import type { Storage, Volume } from '../../../world/storage.ts'
import type { World } from '../../../world/world.ts'
import { isShared } from './definition.ts'

/** The volumes that a node sees on a storage. */
export function volumesOn(world: World, storage: Storage, node: string): readonly Volume[] {
  const isEverywhere = isShared(storage)
  return world.volumes.filter((volume) => volume.storage === storage.storage && (isEverywhere || volume.node === node))
}

/** Sizes of a storage as a node sees it. */
export function usageOf(world: World, storage: Storage, node: string) {
  const used = volumesOn(world, storage, node).reduce((sum, volume) => sum + volume.usedBytes, 0)
  return { total: storage.totalBytes, used, avail: Math.max(0, storage.totalBytes - used) }
}
