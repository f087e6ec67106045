import { isRoot } from '../../../auth/caller.ts'
import { requireAll } from '../../../auth/rights.ts'
import { died } from '../../../failure.ts'
import { requireBridges } from '../checks/bridge-access.ts'
import { isDeviceKey, requireDevice } from '../checks/device-privileges.ts'
import { requireTags } from '../checks/tags.ts'
import { requireOnVm } from '../checks/vm-privilege.ts'
import { printBootOrder } from '../config/boot-order.ts'
import { checkProtection } from '../config/config-lock.ts'
import { deleteLater } from '../config/pending.ts'
import { put } from '../config/stored-value.ts'
import { isOwner, registerUnused } from '../config/unused.ts'
import { freeVolume, usesVolume } from '../disks/free-volume.ts'
import { type Drive, isInsertedCdrom, readDrive } from '../drive/drive.ts'
import { isDriveName, isUnusedName } from '../drive/drive-names.ts'
import { splitVolumeId } from '../drive/volume-id.ts'
import type { Change } from './apply-changes.ts'
import { requireDriveKind } from './drive-privileges.ts'

/** Notes that a key is to go; an unset one is no trouble. */
export function removeKey(change: Change, key: string): void {
  const { vm, job, touched } = change
  const value = vm.config[key] ?? vm.pending[key]
  if (value === undefined) {
    job.log(`cannot delete '${key}' - not set in current configuration!`)
    return
  }
  touched.add(key)
  const wasPending = vm.pending[key] !== undefined
  delete vm.pending[key]
  dropFromBootOrder(change, key)
  if (isUnusedName(key)) removeUnused(change, key, value)
  else if (key === 'vmstate') removeState(change, value)
  else if (isDriveName(key)) removeDrive(change, key, readDrive(key, value), wasPending)
  else if (key === 'tags') {
    requireTags(change.asking, vm.vmid, value, '')
    delete vm.config.tags
  } else {
    requireRemoval(change, key, value)
    deleteLater(vm, key, change.changes.force)
  }
}

function dropFromBootOrder(change: Change, key: string): void {
  if (!change.bootOrder.includes(key)) return
  change.bootOrder = change.bootOrder.filter((each) => each !== key)
  put(change.vm.pending, 'boot', printBootOrder(change.bootOrder))
  change.touched.add('boot')
}

function removeUnused({ asking, vm }: Change, key: string, value: string): void {
  const drive = readDrive(key, value)
  checkProtection(vm, `can't remove unused disk '${drive.file}'`)
  requireOnVm(asking, { vmid: vm.vmid }, ['VM.Config.Disk'])
  deallocate({ asking, vm }, key, drive)
  delete vm.config[key]
}

function removeState({ asking, vm }: Change, value: string): void {
  checkProtection(vm, `can't remove vmstate '${value}'`)
  deallocate({ asking, vm }, 'vmstate', { file: value, options: {} })
  delete vm.config.vmstate
}

/** Removes the volume of a drive where the machine owns it. */
export function deallocate({ asking, vm }: Pick<Change, 'asking' | 'vm'>, key: string, drive: Drive): void {
  const { file } = drive
  if (isInsertedCdrom(drive) || !isOwner(asking, vm.vmid, file)) return
  const { sim, caller } = asking
  requireAll(sim.world, caller.id, `/storage/${splitVolumeId(file)?.storage}`, ['Datastore.AllocateSpace'])
  const configs = [vm.config, ...vm.snapshots.map((snapshot) => snapshot.config)]
  if (configs.some((config, at) => usesVolume(config, file, at === 0 ? key : undefined))) {
    throw died(`unable to delete '${file}' - volume is still in use (snapshot?)`)
  }
  freeVolume(asking, file)
}

function removeDrive(change: Change, key: string, drive: Drive, wasPending: boolean): void {
  const { asking, vm, changes } = change
  checkProtection(vm, `can't remove drive '${key}'`)
  requireDriveKind(asking, vm.vmid, drive)
  if (wasPending) registerUnused(asking, vm, drive)
  deleteLater(vm, key, changes.force)
}

function requireRemoval({ asking, vm }: Change, key: string, value: string): void {
  if (/^serial\d+$/.test(key)) {
    if (value === 'socket') requireOnVm(asking, vm, ['VM.Config.HWType'])
    else if (!isRoot(asking.caller)) throw died(`only root can delete '${key}' config for real devices`)
  } else if (isDeviceKey(key)) requireDevice(asking, vm, key, value)
  else if (/^net\d+$/.test(key) && vm.config[key] !== undefined) requireBridges(asking, { [key]: vm.config[key] })
}
