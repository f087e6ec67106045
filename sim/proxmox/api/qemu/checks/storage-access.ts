import type { VmConfig } from '../../../../world/vm.ts'
import { isRoot } from '../../../auth/caller.ts'
import { requireAll } from '../../../auth/rights.ts'
import { badParameters, died } from '../../../failure.ts'
import { requireVolumeAccess } from '../../storage/access.ts'
import { contentsOf, existingStorage, pathOf } from '../../storage/definition.ts'
import { parseVolumeName } from '../../storage/volume-name.ts'
import type { Asking } from '../asking.ts'
import { type Drive, isCdrom, parseDrive } from '../drive/drive.ts'
import { isDriveName, isUnusedName } from '../drive/drive-names.ts'
import { isNewCloudInit, newDisk, splitVolumeId } from '../drive/volume-id.ts'

/** Where new disks go that name no storage, and where archives are taken apart. */
export interface Places {
  readonly storage?: string | undefined
  readonly working?: string | undefined
}

/** Refuses who may not use the volumes and storages that drives name. */
export function requireStorageAccess(asking: Asking, vmid: number, settings: VmConfig, places: Places): void {
  for (const key of Object.keys(settings).filter(isDriveName).sort()) {
    const drive = parseDrive(key, settings[key] ?? '')
    if (drive === undefined) continue
    requireDrive(asking, vmid, key, drive, places)
    const source = drive.options['import-from']
    if (source !== undefined) requireSource(asking, vmid, key, source, places)
  }
  for (const key of Object.keys(settings).filter(isUnusedName).sort()) {
    const volid = settings[key] ?? ''
    if (splitVolumeId(volid) === undefined) throw badParameters({ [key]: `not a valid volid: ${volid}` })
    requireVolume(asking, vmid, volid)
  }
  if (settings.vmstatestorage !== undefined) requireSpace(asking, settings.vmstatestorage)
}

function requireSpace({ sim, caller }: Asking, storage: string): void {
  requireAll(sim.world, caller.id, `/storage/${storage}`, ['Datastore.AllocateSpace'])
}

function requireDrive(asking: Asking, vmid: number, key: string, drive: Drive, places: Places): void {
  const { file } = drive
  const { world } = asking.sim
  if (file === 'none' || file === 'cloudinit' || isNewCloudInit(file)) return
  const wish = isCdrom(drive) ? undefined : newDisk(file)
  if (isCdrom(drive) && file === 'cdrom') {
    requireAll(world, asking.caller.id, '/', ['Sys.Console'])
  } else if (wish !== undefined) {
    const storage = wish.storage ?? places.storage
    if (storage === undefined) throw died('no storage ID specified (and no default storage)')
    requireSpace(asking, storage)
    requireImages(asking, storage)
  } else {
    const content = requireVolume(asking, vmid, file)
    if (content !== undefined && content !== 'images' && content !== 'iso') {
      throw badParameters({ [key]: "content type needs to be 'images' or 'iso'" })
    }
  }
}

/** Refuses a storage that holds no disks of machines. */
export function requireImages({ sim }: Pick<Asking, 'sim'>, storage: string): void {
  if (contentsOf(existingStorage(sim.world, storage)).includes('images')) return
  throw badParameters({ storage: `storage '${storage}' does not support vm images` })
}

/** Refuses who may not use a volume, and tells what the volume is; a bare path is for root only. */
function requireVolume({ sim, caller }: Asking, vmid: number, volid: string): string | undefined {
  const parts = splitVolumeId(volid)
  if (parts === undefined) {
    if (!isRoot(caller)) throw died('Only root can pass arbitrary filesystem paths. at /usr/share/perl5/PVE/Storage.pm')
    return undefined
  }
  const storage = existingStorage(sim.world, parts.storage)
  requireVolumeAccess(sim.world, caller.id, storage, parts.name, vmid)
  return parseVolumeName(storage, parts.name).content
}

/** Whether an image has to be taken out of an archive first. */
export const isArchive = (name: string): boolean => /\.ova\//.test(name)

function requireSource(asking: Asking, vmid: number, key: string, source: string, places: Places): void {
  const parts = splitVolumeId(source)
  if (parts === undefined) {
    requireVolume(asking, vmid, source)
    return
  }
  const storage = existingStorage(asking.sim.world, parts.storage)
  const { content, vmid: owner } = parseVolumeName(storage, parts.name)
  if (content !== 'images' && content !== 'import') {
    throw badParameters({ [key]: `${source} has wrong type '${content}' - needs to be 'images' or 'import'` })
  }
  if (content === 'import' && isArchive(parts.name)) requireWorkingStorage(asking, key, parts.storage, places)
  if (owner === undefined) requireVolume(asking, vmid, source)
  else requireAll(asking.sim.world, asking.caller.id, `/vms/${owner}`, ['VM.Clone'])
}

function requireWorkingStorage(asking: Asking, key: string, source: string, { working }: Places): void {
  const name = working ?? source
  const storage = existingStorage(asking.sim.world, name)
  if (!contentsOf(storage).includes('images') || pathOf(storage) === undefined) {
    throw badParameters({
      [working === undefined ? key : 'import-working-storage']:
        `import working storage '${name}' does not support 'images' content type or is not file based.`,
    })
  }
  requireSpace(asking, name)
}
