import { died } from '../../../failure.ts'
import { existingStorage } from '../../storage/definition.ts'
import { usageOf } from '../../storage/usage.ts'
import type { Asking, Job } from '../asking.ts'
import { type Drive, isCloudInit } from '../drive/drive.ts'
import { splitVolumeId } from '../drive/volume-id.ts'
import { allocateDisk } from './allocate-disk.ts'
import { formatOfName, resolveFormat } from './formats.ts'
import { findVolume, orFree, pathOfVolume } from './free-volume.ts'
import { linkVolume } from './link-volume.ts'
import { transfer } from './transfer.ts'

/** Size of the drive that cloud-init settings are written to, and of the state of a TPM. */
export const SMALL_DISK_BYTES = 4 * 1024 ** 2

/** Where a disk comes from. */
export interface DiskSource {
  readonly drive: Drive
  /** The key of the drive; absent for an image that no machine uses. */
  readonly key?: string | undefined
  readonly vmid?: number | undefined
  readonly running?: boolean
  readonly snapshot?: string | undefined
}

/** Where a disk goes. */
export interface DiskTarget {
  readonly vmid: number
  readonly key: string
  readonly storage?: string | undefined
  readonly format?: string | undefined
  /** Size of the firmware's variables, where they are what is copied. */
  readonly efiBytes?: number
}

/** Copies a disk, or makes one that stands on it; tells the new drive. */
export async function cloneDisk(
  asking: Asking,
  job: Job,
  source: DiskSource,
  target: DiskTarget,
  full: boolean,
): Promise<Drive> {
  const { drive, key, running = false, snapshot } = source
  checkKeys(source, target, full && running && snapshot === undefined)
  job.log(`create ${full ? 'full' : 'linked'} clone of drive ${key === undefined ? '' : `${key} `}(${drive.file})`)
  const volid = full
    ? await copyVolume(asking, job, source, target)
    : await linkVolume(asking, job, drive.file, target.vmid, snapshot)
  const { format: _, ...options } = drive.options
  const size = findVolume(asking, volid)?.sizeBytes
  return { file: volid, options, ...(size === undefined || key?.startsWith('unused') ? {} : { size }) }
}

function checkKeys({ key, vmid }: DiskSource, target: DiskTarget, mirrored: boolean): void {
  if (key !== undefined && key !== target.key) {
    const special = (name: string) => key === name || target.key === name
    if (special('efidisk0')) throw died('cloning from/to EFI disk requires EFI disk')
    if (special('tpmstate0')) throw died('cloning from/to TPM state requires TPM state')
    if (mirrored && vmid === target.vmid) {
      throw died('cannot change drive name when cloning disk from/to the same VM')
    }
  }
  if (mirrored && key === 'tpmstate0') throw died('cannot move TPM state while VM is running')
}

async function copyVolume(asking: Asking, job: Job, { drive }: DiskSource, target: DiskTarget): Promise<string> {
  const parts = splitVolumeId(drive.file)
  const storageName = target.storage ?? parts?.storage
  if (storageName === undefined) throw died(`unable to parse volume ID '${drive.file}'`)
  const storage = existingStorage(asking.sim.world, storageName)
  const wanted = target.format ?? formatOfName(parts?.name ?? drive.file)
  const format = resolveFormat(storage, wanted)
  if (target.format !== undefined && target.format !== format) {
    job.log(
      `format '${target.format}' is not supported by the target storage '${storageName}' - using '${format}' instead`,
    )
  }
  const isSeed = isCloudInit(drive)
  const sizeBytes = sizeOf(asking, drive, target, isSeed)
  const isFile = storage.options.path !== undefined
  const name = isSeed ? { name: `vm-${target.vmid}-cloudinit${isFile ? `.${format}` : ''}` } : {}
  const { image, installation, usedBytes = 0 } = (isSeed ? undefined : findVolume(asking, drive.file)) ?? {}
  const wish = { vmid: target.vmid, format, sizeBytes, image, installation, ...name }
  const volid = await allocateDisk(asking, job, storageName, wish)
  job.log(`allocated target volume '${volid}'`)
  if (isSeed) return volid
  await orFree(asking, volid, async () => {
    writeInto(asking, job, volid, Math.min(usedBytes, sizeBytes))
    await transfer(job, sizeBytes)
  })
  return volid
}

/** A thin volume takes its room when it is written to; what does not fit fails only then. */
function writeInto(asking: Asking, job: Job, volid: string, bytes: number): void {
  const volume = findVolume(asking, volid)
  if (volume === undefined) return
  const storage = existingStorage(asking.sim.world, volume.storage)
  const more = Math.max(0, bytes - volume.usedBytes)
  if (more > usageOf(asking.sim.world, storage, asking.node).avail) {
    job.log('qemu-img: error while writing at byte 0: No space left on device')
    const command = `/usr/bin/qemu-img convert -p -n -O ${volume.format} ${pathOfVolume(asking, volid)}`
    throw died(`copy failed: command '${command}' failed: exit code 1`)
  }
  volume.usedBytes += more
}

function sizeOf(asking: Asking, drive: Drive, target: DiskTarget, isSeed: boolean): number {
  if (isSeed || target.key === 'tpmstate0') return SMALL_DISK_BYTES
  if (target.key === 'efidisk0' && target.efiBytes !== undefined) return target.efiBytes
  return findVolume(asking, drive.file)?.sizeBytes ?? 0
}
