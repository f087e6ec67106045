import type { VmConfig } from '../../../../world/vm.ts'
import { died } from '../../../failure.ts'
import { enabledStorage, existingStorage, pathOf } from '../../storage/definition.ts'
import { parseVolumeName } from '../../storage/volume-name.ts'
import type { Asking, Job } from '../asking.ts'
import { type Drive, drivesOf, isCloudInit, parseDrive, printDrive } from '../drive/drive.ts'
import { isDriveName } from '../drive/drive-names.ts'
import { isNewCloudInit, newDisk, splitVolumeId } from '../drive/volume-id.ts'
import { allocateDisk } from './allocate-disk.ts'
import { makeBase } from './base-volume.ts'
import { SMALL_DISK_BYTES } from './clone-disk.ts'
import { createEfiDisk, efiVariablesBytes } from './efi-disk.ts'
import { defaultFormat, formatOfName } from './formats.ts'
import { findVolume, freeVolume } from './free-volume.ts'
import { importDisk } from './import-disk.ts'

/** The machine that disks are made for: what it has already, and what it is to be. */
export interface DiskOwner {
  readonly vmid: number
  readonly config: VmConfig
  readonly pending?: VmConfig
  /** Where new disks go that name no storage. */
  readonly storage?: string | undefined
  readonly isTemplate: boolean
}

/** What came of it: the drives as they are kept, and the volumes that were made. */
export interface CreatedDisks {
  readonly drives: VmConfig
  readonly made: readonly string[]
}

/** Makes the disks that a request asks for and looks at those that it names; when one fails, none is left behind. */
export async function createDisks(
  asking: Asking,
  job: Job,
  owner: DiskOwner,
  settings: VmConfig,
): Promise<CreatedDisks> {
  const drives: VmConfig = {}
  const made: string[] = []
  try {
    for (const key of Object.keys(settings).filter(isDriveName).sort()) {
      const drive = parseDrive(key, settings[key] ?? '')
      if (drive === undefined) continue
      const { made: volid, ...kept } = await createDisk({ asking, job, owner, drives }, key, drive)
      if (volid !== undefined) made.push(volid)
      drives[key] = printDrive(key, kept)
      if (volid !== undefined) job.log(`${key}: successfully created disk '${drives[key]}'`)
    }
  } catch (error) {
    for (const volid of made) freeVolume(asking, volid)
    throw error
  }
  return { drives, made }
}

interface Making {
  readonly asking: Asking
  readonly job: Job
  readonly owner: DiskOwner
  /** Drives that the same request has made so far. */
  readonly drives: VmConfig
}

type Kept = Drive & { readonly made?: string }

function createDisk(making: Making, key: string, drive: Drive): Promise<Kept> | Kept {
  const { file, options } = drive
  if (file === 'none' || file === 'cdrom') return { file, options }
  if (isNewCloudInit(file)) return createCloudInit(making, key, drive)
  const wish = newDisk(file)
  if (wish === undefined) return useVolume(making, key, drive)
  const storage = wish.storage ?? making.owner.storage
  if (storage === undefined) throw died('no storage ID specified (and no default storage)')
  const { 'import-from': source, ...rest } = options
  if (source !== undefined) return fillDisk(making, key, storage, source, rest)
  return newVolume(making, key, storage, wish.gigabytes, rest)
}

async function createCloudInit({ asking, job, owner, drives }: Making, key: string, drive: Drive): Promise<Kept> {
  requireOneCloudInit({ owner, drives }, key)
  const { storage: storageName = '' } = splitVolumeId(drive.file) ?? {}
  const storage = existingStorage(asking.sim.world, storageName)
  const isFiles = pathOf(storage) !== undefined
  const { format: wanted, ...options } = drive.options
  const format = wanted ?? (isFiles ? 'qcow2' : 'raw')
  const name = `vm-${owner.vmid}-cloudinit${isFiles ? `.${format}` : ''}`
  const wish = { vmid: owner.vmid, format, name, sizeBytes: SMALL_DISK_BYTES }
  const volid = await allocateDisk(asking, job, storageName, wish)
  return { file: volid, options: { ...options, media: 'cdrom' }, made: volid }
}

/** A machine has one cloud-init drive at most. */
function requireOneCloudInit({ owner, drives }: Pick<Making, 'owner' | 'drives'>, key: string): void {
  for (const config of [owner.config, owner.pending ?? {}, drives]) {
    const other = drivesOf(config).find(([name, each]) => name !== key && isCloudInit(each))
    if (other !== undefined) throw died(`${key} - cloud-init drive is already attached at '${other[0]}'`)
  }
}

async function fillDisk(
  { asking, job, owner }: Making,
  key: string,
  storage: string,
  source: string,
  { format, ...options }: Readonly<Record<string, string>>,
): Promise<Kept> {
  const efi = key === 'efidisk0' ? { efiBytes: efiVariablesBytes(owner.config.arch, options) } : {}
  const copy = await importDisk(asking, job, source, { vmid: owner.vmid, key, storage, format, ...efi })
  const file = owner.isTemplate ? makeBase(asking, copy.file) : copy.file
  return { file, options, made: file, ...(copy.size === undefined ? {} : { size: copy.size }) }
}

async function newVolume(
  { asking, job, owner }: Making,
  key: string,
  storageName: string,
  gigabytes: number,
  { format: wanted, ...options }: Readonly<Record<string, string>>,
): Promise<Kept> {
  const { vmid } = owner
  const format = wanted ?? defaultFormat(existingStorage(asking.sim.world, storageName))
  if (key === 'efidisk0') {
    const { volid, size } = await createEfiDisk(
      asking,
      job,
      storageName,
      { vmid, format, arch: owner.config.arch },
      options,
    )
    return { file: volid, options, size, made: volid }
  }
  const sizeBytes = key === 'tpmstate0' ? SMALL_DISK_BYTES : Math.floor(gigabytes * 1024 ** 2) * 1024
  const volid = await allocateDisk(asking, job, storageName, { vmid, format, sizeBytes })
  const file = owner.isTemplate ? makeBase(asking, volid) : volid
  return { file, options, size: sizeBytes, made: file }
}

/** Takes a volume that exists; its size is noted, whatever the request says. */
function useVolume({ asking, owner, drives }: Making, key: string, drive: Drive): Kept {
  const parts = splitVolumeId(drive.file)
  if (parts === undefined) throw died(`volume ${drive.file} does not exist`)
  const storage = enabledStorage(asking.sim.world, parts.storage, asking.node)
  const { content } = parseVolumeName(storage, parts.name)
  if (content !== 'images' && content !== 'iso') {
    throw died(`cannot use volume ${drive.file} - content type needs to be 'images' or 'iso'`)
  }
  const format = formatOfName(parts.name)
  if (drive.options.format !== undefined && drive.options.format !== format) {
    const fault = `'format=${drive.options.format}' option different from storage format '${format}'`
    throw died(`drive '${key}' - volume '${drive.file}' - ${fault}`)
  }
  if (isCloudInit(drive)) requireOneCloudInit({ owner, drives }, key)
  const volume = findVolume(asking, drive.file)
  if (volume === undefined) throw died(`volume '${drive.file}' does not exist`)
  return { ...drive, size: volume.sizeBytes }
}
