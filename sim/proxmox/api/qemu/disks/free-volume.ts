import type { Volume } from '../../../../world/storage.ts'
import type { VmConfig } from '../../../../world/vm.ts'
import { died } from '../../../failure.ts'
import { existingStorage } from '../../storage/definition.ts'
import { volumesOn } from '../../storage/usage.ts'
import { parseVolumeName } from '../../storage/volume-name.ts'
import type { Asking } from '../asking.ts'
import { isCdrom, readDrive } from '../drive/drive.ts'
import { isDriveName } from '../drive/drive-names.ts'
import { splitVolumeId } from '../drive/volume-id.ts'

/** The volume of an identifier as the node sees it; undefined when there is none. */
export function findVolume({ sim, node }: Pick<Asking, 'sim' | 'node'>, volid: string): Volume | undefined {
  const parts = splitVolumeId(volid)
  if (parts === undefined) return undefined
  const storage = existingStorage(sim.world, parts.storage)
  return volumesOn(sim.world, storage, node).find((volume) => volume.name === parts.name)
}

/** The path of a volume, or of what it would be. */
export function pathOfVolume({ sim }: Pick<Asking, 'sim'>, volid: string): string {
  const parts = splitVolumeId(volid)
  return parts === undefined ? volid : parseVolumeName(existingStorage(sim.world, parts.storage), parts.name).path
}

/** Whether linked clones stand on a volume; they know it without what it stands on itself. */
export function isBaseInUse({ sim }: Pick<Asking, 'sim'>, volid: string): boolean {
  const { storage, name } = splitVolumeId(volid) ?? { storage: '', name: volid }
  return sim.world.volumes.some((volume) => {
    const base = volume.storage === storage ? volume.parent?.slice(storage.length + 1) : undefined
    return base !== undefined && (name === base || name.endsWith(`/${base}`))
  })
}

/** Removes a volume; one that is gone already is no trouble. */
export function freeVolume(asking: Pick<Asking, 'sim' | 'node'>, volid: string): void {
  const { world } = asking.sim
  if (isBaseInUse(asking, volid)) {
    throw died(`base volume '${splitVolumeId(volid)?.name}' is still in use by linked clones`)
  }
  const volume = findVolume(asking, volid)
  world.volumes = world.volumes.filter((each) => each !== volume)
}

/** Does something with a new volume; when that fails, the volume goes again. */
export async function orFree<T>(
  asking: Pick<Asking, 'sim' | 'node'>,
  volid: string,
  use: () => Promise<T> | T,
): Promise<T> {
  try {
    return await use()
  } catch (error) {
    freeVolume(asking, volid)
    throw error
  }
}

/** Whether a drive of a configuration, other than one, holds a volume. */
export function usesVolume(config: VmConfig, volid: string, except?: string): boolean {
  return Object.entries(config).some(([key, text]) => {
    if (!isDriveName(key) || key === except) return false
    const drive = readDrive(key, text)
    return !isCdrom(drive) && drive.file === volid
  })
}
