import type { Volume } from '../../../../world/storage.ts'
import type { Vm } from '../../../../world/vm.ts'
import { died } from '../../../failure.ts'
import type { Worker } from '../../../tasks/workers.ts'
import { existingStorage, isShared } from '../../storage/definition.ts'
import { checkLock, locked } from '../config/config-lock.ts'
import { loadVm } from '../config/vm-file.ts'
import { findVolume } from '../disks/free-volume.ts'
import { transfer } from '../disks/transfer.ts'
import { printDrive, readDrive } from '../drive/drive.ts'
import { isUnusedName } from '../drive/drive-names.ts'
import type { MigrateCall, StorageMap } from './migrate.ts'
import { type LocalDisk, localDisks, localResources } from './preconditions.ts'

const HANDSHAKE_MILLISECONDS = 1000

/** Moves a machine with its local disks to another node; one that runs goes on running there. */
export async function moveVm(call: MigrateCall, worker: Worker, storages: StorageMap): Promise<void> {
  const { vmid } = call.params
  const started = call.sim.clock.now()
  const say = (text: string) => worker.log(`${timestamp(call.sim.clock.now())} ${text}`)
  const duration = () => new Date(call.sim.clock.now() - started).toISOString().slice(11, 19)
  await locked(call, vmid, async () => {
    const vm = loadVm(call, vmid)
    checkLock(vm)
    say(`starting migration of VM ${vmid} to node '${call.params.target}' (${addressOf(call)})`)
    const problem = obstacle(call, vm, say)
    if (problem !== undefined) {
      say(`ERROR: ${problem}`)
      say('aborting phase 1 - cleanup resources')
      say(`ERROR: migration aborted (duration ${duration()}): ${problem}`)
      throw died('migration aborted')
    }
    vm.config.lock = 'migrate'
    try {
      await worker.sleep(HANDSHAKE_MILLISECONDS)
      await moveDisks(call, worker, vm, storages, say)
      if (vm.run !== undefined) await moveMemory(call, worker, vm, say)
      vm.node = call.params.target
    } finally {
      delete vm.config.lock
    }
    say(`migration finished successfully (duration ${duration()})`)
  })
}

const timestamp = (now: number): string => new Date(now).toISOString().slice(0, 19).replace('T', ' ')

const addressOf = ({ sim, params }: MigrateCall): string =>
  sim.world.hosts.find((host) => host.name === params.target)?.ip ?? ''

function obstacle(call: MigrateCall, vm: Vm, say: (text: string) => void): string | undefined {
  const devices = localResources(vm)
  if (devices.length > 0)
    return `Problem found while scanning volumes - can't migrate VM which uses local devices: ${devices.join(', ')}`
  const disks = attached(call, vm)
  for (const disk of disks) say(`found local disk '${disk.volid}' (${disk.is_unused ? 'unused' : 'attached'})`)
  const cdrom = localDisks(call, vm).find((disk) => disk.cdrom && !isCloudInitVolume(disk))
  if (cdrom !== undefined) {
    say(`can't migrate local disk '${cdrom.volid}': local cdrom image`)
    return "Failed to sync data - can't migrate VM - check log"
  }
  if (vm.run === undefined || call.params['with-local-disks'] || disks.length === 0) return undefined
  for (const disk of disks) {
    const why = "can't live migrate attached local disks without with-local-disks option"
    say(`can't migrate local disk '${disk.volid}': ${why}`)
  }
  return "Failed to sync data - can't migrate VM - check log"
}

const isCloudInitVolume = ({ volid }: LocalDisk): boolean => /vm-\d+-cloudinit/.test(volid)

const attached = (call: MigrateCall, vm: Vm): readonly LocalDisk[] =>
  localDisks(call, vm).filter((disk) => !disk.cdrom || isCloudInitVolume(disk))

async function moveDisks(
  call: MigrateCall,
  worker: Worker,
  vm: Vm,
  storages: StorageMap,
  say: (text: string) => void,
): Promise<void> {
  const disks = attached(call, vm)
  if (disks.length > 0) say('copying local disk images')
  for (const { volid } of disks) {
    const volume = findVolume(call, volid)
    if (volume === undefined) throw died(`volume '${volid}' does not exist`)
    await transfer(worker, volume.sizeBytes)
    const moved = { ...relocated(call, volume, storages(volume.storage)) }
    call.sim.world.volumes = call.sim.world.volumes.map((each) => (each === volume ? moved : each))
    rename(vm, volid, `${moved.storage}:${moved.name}`)
    say(`volume '${volid}' is '${moved.storage}:${moved.name}' on the target`)
  }
}

function relocated({ sim, params }: MigrateCall, { node: _, ...volume }: Volume, storageName: string): Volume {
  const storage = existingStorage(sim.world, storageName)
  return { ...volume, storage: storageName, ...(isShared(storage) ? {} : { node: params.target }) }
}

function rename(vm: Vm, from: string, to: string): void {
  for (const [key, text] of Object.entries(vm.config)) {
    if (isUnusedName(key) && text === from) vm.config[key] = to
    else if (text.startsWith(`${from},`) || text === from) {
      vm.config[key] = printDrive(key, { ...readDrive(key, text), file: to })
    }
  }
}

async function moveMemory(call: MigrateCall, worker: Worker, vm: Vm, say: (text: string) => void): Promise<void> {
  const uri = `unix:/run/qemu-server/${vm.vmid}.migrate`
  say(`starting VM ${vm.vmid} on remote node '${call.params.target}'`)
  await worker.sleep(HANDSHAKE_MILLISECONDS)
  say('start remote tunnel')
  say('ssh tunnel ver 1')
  say(`starting online/live migration on ${uri}`)
  say('set migration capabilities')
  say('set migration parameters')
  say(`start migrate command to ${uri}`)
  await worker.sleep(3 * HANDSHAKE_MILLISECONDS)
  say('migration status: completed')
}
