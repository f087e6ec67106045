import { parseDiskSize } from '../../../../src/proxmox/format-checks/disk-size.ts'
import { isRoot } from '../../auth/caller.ts'
import { requireAll } from '../../auth/rights.ts'
import type { Call, Handlers } from '../../call.ts'
import { badParameters, died } from '../../failure.ts'
import type { Worker } from '../../tasks/workers.ts'
import { enabledStorage, pathOf } from '../storage/definition.ts'
import { checkLock, locked } from './config/config-lock.ts'
import { digestOf, loadVm } from './config/vm-file.ts'
import { findVolume } from './disks/free-volume.ts'
import { isCdrom, printDrive, readDrive } from './drive/drive.ts'
import { splitVolumeId } from './drive/volume-id.ts'
import { runTask } from './status/task.ts'

type ResizeCall = Call<{ vmid: number; disk: string; size: string; digest?: string; skiplock?: boolean }>

const RESIZE_MILLISECONDS = 200

function resize(call: ResizeCall): string {
  const { vmid, skiplock } = call.params
  if (skiplock && !isRoot(call.caller)) throw badParameters({ skiplock: 'Only root may use this option.' })
  return runTask(call, 'resize', (worker) => locked(call, vmid, () => resizeLocked(call, worker)))
}

async function resizeLocked(call: ResizeCall, worker: Worker): Promise<void> {
  const { vmid, disk, size, digest, skiplock } = call.params
  const vm = loadVm(call, vmid)
  if (digest !== undefined && digest !== digestOf(vm)) throw died('checksum mismatch (file change by other user?)')
  if (!skiplock) checkLock(vm)
  const text = vm.config[disk]
  if (text === undefined) throw died(`disk '${disk}' does not exist`)
  const drive = readDrive(disk, text)
  const parts = splitVolumeId(drive.file)
  if (isCdrom(drive)) throw died("you can't resize a cdrom")
  if (parts === undefined) throw died(`unable to parse volume ID '${drive.file}'`)
  requireAll(call.sim.world, call.caller.id, `/storage/${parts.storage}`, ['Datastore.AllocateSpace'])
  const storage = enabledStorage(call.sim.world, parts.storage, call.node)
  const volume = findVolume(call, drive.file)
  if (volume === undefined) throw died(`volume '${drive.file}' does not exist`)
  const wanted = newSize(size, volume.sizeBytes)
  if (wanted < volume.sizeBytes) throw died('shrinking disks is not supported')
  if (wanted === volume.sizeBytes) return
  await worker.sleep(RESIZE_MILLISECONDS)
  // A running machine grows its disk itself, without the program that says so.
  if (vm.run === undefined && pathOf(storage) !== undefined) worker.log('Image resized.')
  // Disks are made of whole kilobytes.
  volume.sizeBytes = Math.ceil(wanted / 1024) * 1024
  vm.config[disk] = printDrive(disk, { ...drive, size: wanted })
}

function newSize(size: string, current: number): number {
  const bytes = parseDiskSize(size.replace(/^\+/, '')) ?? 0
  return size.startsWith('+') ? current + bytes : bytes
}

/** Growing disks. */
export const resizeHandlers: Handlers = { 'PUT /nodes/{node}/qemu/{vmid}/resize': resize }
