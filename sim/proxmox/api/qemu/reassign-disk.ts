import type { Vm } from '../../../world/vm.ts'
import { died } from '../../failure.ts'
import type { Worker } from '../../tasks/workers.ts'
import { existingStorage } from '../storage/definition.ts'
import { bootOrderOf, printBootOrder } from './config/boot-order.ts'
import { checkLock, isTemplate } from './config/config-lock.ts'
import { put } from './config/stored-value.ts'
import { digestOf, loadVm } from './config/vm-file.ts'
import { volidHasFeature } from './disks/features.ts'
import { freeName } from './disks/free-name.ts'
import { findVolume, usesVolume } from './disks/free-volume.ts'
import { isInsertedCdrom, parseDrive, printDrive, readDrive } from './drive/drive.ts'
import { isUnusedName } from './drive/drive-names.ts'
import { splitVolumeId } from './drive/volume-id.ts'
import type { MoveCall } from './move-disk.ts'
import { applyChanges } from './update/apply-changes.ts'

const MODIFIED = 'detected modified configuration - file changed by other user? Try again.'

/** Everything that can keep a disk from becoming another machine's. */
export function checkReassignment(call: MoveCall, targetVmid: number) {
  const { vmid, disk, digest, 'target-digest': targetDigest } = call.params
  const slot = call.params['target-disk'] ?? disk
  const nodeOf = (wanted: number) => call.sim.world.vms.find((vm) => vm.vmid === wanted)?.node
  if (nodeOf(vmid) === undefined) throw died(`could not find VM ${vmid}`)
  if (nodeOf(targetVmid) === undefined) throw died(`could not find target VM ${targetVmid}`)
  if (nodeOf(vmid) !== nodeOf(targetVmid)) {
    throw died(`Both VMs need to be on the same node (${nodeOf(vmid)} != ${nodeOf(targetVmid)})`)
  }
  const source = loadVm(call, vmid)
  checkLock(source)
  const target = loadVm(call, targetVmid)
  checkLock(target)
  if (isTemplate(source) || isTemplate(target)) throw died("Can't move disks from or to template VMs")
  if (digest !== undefined && digest !== digestOf(source)) throw died(`VM ${vmid}: ${MODIFIED}`)
  if (targetDigest !== undefined && targetDigest !== digestOf(target)) throw died(`VM ${targetVmid}: ${MODIFIED}`)
  const text = source.config[disk]
  if (text === undefined) throw died(`Disk '${disk}' for VM '${vmid}' does not exist`)
  if (target.config[slot] !== undefined) {
    throw died(`Target disk key '${slot}' is already in use for VM '${targetVmid}'`)
  }
  const drive = readDrive(disk, text)
  requireMovable(call, source, disk, drive.file, isInsertedCdrom(drive))
  const fitting = isUnusedName(slot) ? { file: drive.file, options: {} } : parseDrive(slot, text)
  if (fitting === undefined) throw died('failed to parse source disk for target disk format - ')
  return { source, target, drive: fitting, slot }
}

function requireMovable(call: MoveCall, source: Vm, disk: string, volid: string, isCd: boolean): void {
  if (isCd) throw died("CD drive contents can't be moved to another VM")
  if (splitVolumeId(volid) === undefined) throw died(`Volume '${volid}' not managed by PVE`)
  if (source.snapshots.some((snapshot) => usesVolume(snapshot.config, volid))) {
    throw died("Can't move disk used by a snapshot to another VM")
  }
  if (!volidHasFeature(call, 'rename', volid)) throw died('Storage does not support moving of this disk to another VM')
  if (source.run !== undefined && !isUnusedName(disk)) {
    throw died('Cannot move disk to another VM while the source VM is running - detach first')
  }
}

/** Gives a disk to another machine: its volume gets a new name, the configurations follow. */
export async function reassign(call: MoveCall, worker: Worker, targetVmid: number): Promise<void> {
  const { vmid, disk } = call.params
  const { source, target, drive, slot } = checkReassignment(call, targetVmid)
  worker.log(`reassign disk '${disk}' from VM '${vmid}' as '${slot}' to VM '${targetVmid}'`)
  const file = rename(call, drive.file, targetVmid)
  const order = bootOrderOf(source.config.boot)
  if (order.includes(disk)) {
    worker.log(`removing disk '${disk}' from boot order config`)
    put(source.config, 'boot', printBootOrder(order.filter((each) => each !== disk)))
  }
  delete source.config[disk]
  worker.log(`removing disk '${disk}' from VM '${vmid}' config`)
  if (isUnusedName(slot)) {
    target.config[slot] = file
    return
  }
  const text = printDrive(slot, { ...drive, file })
  const changes = { settings: { [slot]: text }, remove: [], revert: [], force: false, words: `-${slot} ${text}` }
  await applyChanges(call, worker, target, changes)
}

function rename(call: MoveCall, volid: string, owner: number): string {
  const volume = findVolume(call, volid)
  if (volume === undefined) throw died(`volume '${volid}' does not exist`)
  const storage = existingStorage(call.sim.world, volume.storage)
  volume.name = freeName(call, storage, owner, volume)
  volume.vmid = owner
  return `${volume.storage}:${volume.name}`
}
