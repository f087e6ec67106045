import type { Vm, VmConfig } from '../../../../world/vm.ts'
import { died } from '../../../failure.ts'
import { parseVolumeName } from '../../storage/volume-name.ts'
import type { Asking } from '../asking.ts'
import { freeVolume } from '../disks/free-volume.ts'
import { type Drive, drivesOf, isCdrom, isCloudInit, unusedOf } from '../drive/drive.ts'
import { splitVolumeId } from '../drive/volume-id.ts'

const MAX_UNUSED = 256

/** Remembers a volume that nothing uses any more; undefined when it is remembered already. */
export function addUnused(config: VmConfig, volid: string): string | undefined {
  const keys = Array.from({ length: MAX_UNUSED }, (_, index) => `unused${index}`)
  if (keys.some((key) => config[key] === volid)) return undefined
  const free = keys.find((key) => config[key] === undefined)
  if (free === undefined) throw died('Too many unused volumes - please delete them first.')
  config[free] = volid
  return free
}

/** Keeps what a detached drive held: an own disk as unused, a cloud-init drive not at all. */
export function registerUnused(asking: Asking, vm: Vm, drive: Drive): void {
  if (isCloudInit(drive)) {
    freeVolume(asking, drive.file)
    delete vm.cloudInit
  } else if (!isCdrom(drive) && isOwner(asking, vm.vmid, drive.file)) addUnused(vm.config, drive.file)
}

/** Forgets volumes that a drive uses again. */
export function tidyUnused(vm: Vm): void {
  const used = new Set([...drivesOf(vm.config), ...drivesOf(vm.pending)].map(([, drive]) => drive.file))
  for (const [key, volid] of unusedOf(vm.config)) if (used.has(volid)) delete vm.config[key]
}

/** Whether a volume belongs to a machine; a file outside of any storage belongs to none. */
export function isOwner({ sim }: Pick<Asking, 'sim'>, vmid: number, volid: string): boolean {
  const parts = splitVolumeId(volid)
  const storage = sim.world.storages.find((each) => each.storage === parts?.storage)
  return storage !== undefined && parts !== undefined && parseVolumeName(storage, parts.name).vmid === vmid
}
