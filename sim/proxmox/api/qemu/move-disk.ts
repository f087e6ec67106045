import { isRoot } from '../../auth/caller.ts'
import { requireAll } from '../../auth/rights.ts'
import type { Call, Handlers } from '../../call.ts'
import { badParameters, died, Failure, printed } from '../../failure.ts'
import type { Worker } from '../../tasks/workers.ts'
import { enabledStorage } from '../storage/definition.ts'
import { requireImages } from './checks/storage-access.ts'
import { requireOnVm } from './checks/vm-privilege.ts'
import { checkLock, isTemplate, locked } from './config/config-lock.ts'
import { addUnused } from './config/unused.ts'
import { digestOf, loadVm } from './config/vm-file.ts'
import { makeBases } from './disks/base-volume.ts'
import { cloneDisk } from './disks/clone-disk.ts'
import { efiVariablesBytes } from './disks/efi-disk.ts'
import { formatOfName } from './disks/formats.ts'
import { freeVolume, usesVolume } from './disks/free-volume.ts'
import { isInsertedCdrom, printDrive, readDrive } from './drive/drive.ts'
import { isUnusedName } from './drive/drive-names.ts'
import { splitVolumeId } from './drive/volume-id.ts'
import { checkReassignment, reassign } from './reassign-disk.ts'
import { runTask } from './status/task.ts'

/** What a request to move a disk says. */
export type MoveCall = Call<{
  vmid: number
  disk: string
  storage?: string
  format?: string
  delete?: boolean
  digest?: string
  'target-vmid'?: number
  'target-disk'?: string
  'target-digest'?: string
}>

function move(call: MoveCall): string {
  const { storage, 'target-vmid': target } = call.params
  if (target !== undefined && storage !== undefined) {
    throw both("either set 'storage' or 'target-vmid', but not both")
  }
  if (target !== undefined) return moveToVm(call, target)
  if (storage === undefined) throw both("both 'storage' and 'target-vmid' missing, either needs to be set")
  requireAll(call.sim.world, call.caller.id, `/storage/${storage}`, ['Datastore.AllocateSpace'])
  check(call, storage)
  return runTask(call, 'qmmove', (worker) => locked(call, call.params.vmid, () => copy(call, worker, storage)))
}

const both = (text: string): Failure => badParameters({ 'target-vmid': text, storage: text })

function moveToVm(call: MoveCall, target: number): string {
  const { sim, caller, node, params } = call
  if (!isRoot(caller)) requireOnVm(call, { vmid: target }, ['VM.Config.Disk'])
  if (params.vmid === target) {
    throw badParameters({ 'target-vmid': 'must be different than source VMID to reassign disk' })
  }
  const { file } = checkReassignment(call, target).drive
  requireAll(sim.world, caller.id, `/storage/${splitVolumeId(file)?.storage}`, ['Datastore.AllocateSpace'])
  const id = `${params.vmid}-${params.disk}>${target}-${params['target-disk'] ?? params.disk}`
  return sim.workers.start({ node, type: 'qmmove', id, user: caller.id }, (worker) =>
    locked(call, params.vmid, () => locked(call, target, () => reassign(call, worker, target))),
  )
}

function check(call: MoveCall, storageName: string) {
  const { vmid, disk, digest, format } = call.params
  const vm = loadVm(call, vmid)
  checkLock(vm)
  if (digest !== undefined && digest !== digestOf(vm)) {
    throw died('detected modified configuration - file changed by other user? Try again.')
  }
  const text = vm.config[disk]
  if (text === undefined) throw died(`disk '${disk}' does not exist`)
  const drive = readDrive(disk, text)
  if (isInsertedCdrom(drive)) throw died("you can't move a cdrom")
  const parts = splitVolumeId(drive.file)
  if (parts === undefined) throw died(`unable to parse volume ID '${drive.file}'`)
  const isSame = format === undefined || formatOfName(parts.name) === format
  if (parts.storage === storageName && isSame) throw died("you can't move to the same storage with same format")
  enabledStorage(call.sim.world, storageName, call.node)
  requireImages(call, storageName)
  const isInSnapshot = vm.snapshots.some((snapshot) => usesVolume(snapshot.config, drive.file))
  if (isInSnapshot && call.params.delete) throw died("you can't move a disk with snapshots and delete the source")
  return { vm, drive, from: parts.storage, isInSnapshot }
}

async function copy(call: MoveCall, worker: Worker, storage: string): Promise<void> {
  const { vmid, disk, format, delete: removes = false } = call.params
  const { vm, drive, from, isInSnapshot } = check(call, storage)
  const old = drive.file
  worker.log(`copying volume '${old}' from current storage '${from}' to target storage '${storage}'`)
  if (isInSnapshot) worker.log('moving disk with snapshots, snapshots will not be moved!')
  try {
    const source = { drive, key: disk, vmid, running: vm.run !== undefined && !isUnusedName(disk) }
    const efi = disk === 'efidisk0' ? { efiBytes: efiVariablesBytes(vm.config.arch, drive.options) } : {}
    const moved = await cloneDisk(call, worker, source, { vmid, key: disk, storage, format, ...efi }, true)
    vm.config[disk] = isUnusedName(disk) ? moved.file : printDrive(disk, moved)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    throw new Failure(500, `storage migration failed: ${printed(error)}`)
  }
  if (!removes) worker.log(`adding source volume '${old}' as '${addUnused(vm.config, old)}' to config`)
  if (isTemplate(vm)) makeBases(call, vm, disk)
  if (!removes) return
  worker.log(`removing source volume '${old}' after successful copy`)
  freeVolume(call, old)
}

/** Moving disks to other storages and machines. */
export const moveHandlers: Handlers = { 'POST /nodes/{node}/qemu/{vmid}/move_disk': move }
