import type { Vm } from '../../../../world/vm.ts'
import { died, Failure, printed } from '../../../failure.ts'
import { existingStorage } from '../../storage/definition.ts'
import { parseVolumeName } from '../../storage/volume-name.ts'
import type { Asking, Job } from '../asking.ts'
import { locked } from '../config/config-lock.ts'
import { findVm } from '../config/vm-file.ts'
import { type Drive, drivesOf, isCloudInit } from '../drive/drive.ts'
import { splitVolumeId } from '../drive/volume-id.ts'
import { cloneDisk, type DiskTarget } from './clone-disk.ts'
import { volumeHasFeature } from './features.ts'
import { findVolume, pathOfVolume } from './free-volume.ts'

const SOURCE_LOCK_SECONDS = 30

/** Fills a new disk from a volume: one that was imported, or one of another machine. */
export async function importDisk(asking: Asking, job: Job, source: string, target: DiskTarget): Promise<Drive> {
  const parts = splitVolumeId(source)
  if (parts === undefined) throw died(`can't find file '${source}'`)
  const storage = existingStorage(asking.sim.world, parts.storage)
  const { content, vmid: owner } = parseVolumeName(storage, parts.name)
  const isMissing = findVolume(asking, source) === undefined
  if (content === 'import' && isMissing) throw died(`failed to stat '${pathOfVolume(asking, source)}'`)
  try {
    if (isMissing) {
      job.log(`failed to stat '${pathOfVolume(asking, source)}'`)
      throw died(`could not get size of ${source}`)
    }
    if (isCloudInit({ file: source, options: {} })) throw died('cannot import from cloudinit disk')
    if (content === 'images' && !volumeHasFeature(storage, 'copy', parts.name)) {
      throw died(`cannot import from '${source}' - full clone feature is not supported`)
    }
    return await copyFrom(asking, job, source, target, owner)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    throw new Failure(500, `cannot import from '${source}' - ${printed(error)}`)
  }
}

function copyFrom(
  asking: Asking,
  job: Job,
  source: string,
  target: DiskTarget,
  owner: number | undefined,
): Promise<Drive> {
  const vm = owner === undefined ? undefined : ownerOf(asking, owner)
  const [key, drive] = drivesOf(vm?.config ?? {}).find(([, each]) => each.file === source) ?? []
  const running = vm?.run !== undefined
  const from = { drive: drive ?? { file: source, options: {} }, key, vmid: owner, running }
  const copy = () => cloneDisk(asking, job, from, target, true)
  if (owner === undefined || owner === target.vmid) return copy()
  return locked(asking, owner, copy, { seconds: SOURCE_LOCK_SECONDS, shared: !running })
}

function ownerOf(asking: Asking, vmid: number): Vm | undefined {
  const isSomewhere = asking.sim.world.vms.some((vm) => vm.vmid === vmid)
  const here = findVm(asking, vmid)
  if (isSomewhere && here === undefined) throw died(`owner VM ${vmid} not on local node`)
  return here
}
