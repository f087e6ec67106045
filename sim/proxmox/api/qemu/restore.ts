import { seconds } from '../../../world/clock.ts'
import type { Vm, VmConfig } from '../../../world/vm.ts'
import { requireAll } from '../../auth/rights.ts'
import type { Call } from '../../call.ts'
import { badParameters, died } from '../../failure.ts'
import type { Worker } from '../../tasks/workers.ts'
import { requireVolumeAccess } from '../storage/access.ts'
import { existingStorage } from '../storage/definition.ts'
import { checkProtection, locked } from './config/config-lock.ts'
import { parseNet, printNet, randomMac } from './config/net.ts'
import { settingsOf } from './config/request-settings.ts'
import { findVm } from './config/vm-file.ts'
import type { Wish } from './create.ts'
import { allocateDisk } from './disks/allocate-disk.ts'
import { resolveFormat } from './disks/formats.ts'
import { findVolume, freeVolume } from './disks/free-volume.ts'
import { transfer } from './disks/transfer.ts'
import { drivesOf, isCdrom, printDrive, readDrive } from './drive/drive.ts'
import { isDriveName } from './drive/drive-names.ts'
import { splitVolumeId } from './drive/volume-id.ts'
import { startVm } from './status/start-vm.ts'
import { runTask } from './status/task.ts'

type RestoreCall = Call<Wish & { readonly unique?: boolean }>

/** Makes a machine from a backup, in place of one that exists if that is wanted. */
export function restore(call: RestoreCall, archive: string): string {
  const { sim, caller, params } = call
  const conflicting = Object.keys(params).filter(isDriveName).sort()[0]
  if (conflicting !== undefined) throw badParameters({ [conflicting]: "option conflicts with option 'archive'" })
  const parts = splitVolumeId(archive)
  if (parts === undefined)
    throw died('Only root can pass arbitrary filesystem paths. at /usr/share/perl5/PVE/Storage.pm')
  requireVolumeAccess(sim.world, caller.id, existingStorage(sim.world, parts.storage), parts.name, params.vmid)
  const failure = `unable to restore VM ${params.vmid} -`
  const other = sim.world.vms.find((vm) => vm.vmid === params.vmid)
  if (other !== undefined && !params.force) {
    throw died(`${failure} VM ${params.vmid} already exists on node '${other.node}'`)
  }
  return runTask(call, 'qmrestore', (worker) =>
    locked(call, params.vmid, () => unpack(call, worker, archive, failure), { seconds: 1 }),
  )
}

async function unpack(call: RestoreCall, worker: Worker, archive: string, failure: string): Promise<void> {
  const { sim, node, params } = call
  const { vmid } = params
  const existing = findVm(call, vmid)
  if (existing !== undefined) {
    checkProtection(existing, failure)
    if (existing.run !== undefined) throw died(`${failure} vm is running`)
  }
  const volume = findVolume(call, archive)
  if (volume?.guest === undefined) throw died(`volume '${archive}' does not exist`)
  const { config: saved, disks } = volume.guest
  for (const [, drive] of drivesOf(existing?.config ?? {})) {
    if (!isCdrom(drive) && findVolume(call, drive.file)?.vmid === vmid) freeVolume(call, drive.file)
  }
  const config: VmConfig = { ...saved, ...settingsOf(call) }
  for (const disk of disks) {
    const storageName = params.storage ?? disk.storage
    requireAll(sim.world, call.caller.id, `/storage/${storageName}`, ['Datastore.AllocateSpace'])
    const format = resolveFormat(existingStorage(sim.world, storageName), disk.format)
    const { sizeBytes, image, installation } = disk
    const volid = await allocateDisk(call, worker, storageName, { vmid, format, sizeBytes, image, installation })
    await transfer(worker, disk.sizeBytes)
    config[disk.key] = printDrive(disk.key, { ...readDrive(disk.key, saved[disk.key] ?? ''), file: volid })
  }
  if (params.unique) renewCards(call, config)
  const vm: Vm = { vmid, kind: 'qemu', node, config, pending: {}, pendingDelete: {}, snapshots: [] }
  sim.world.vms = [...sim.world.vms.filter((each) => each.vmid !== vmid), vm]
  config.meta ??= `creation-qemu=${sim.release.qemu},ctime=${seconds(sim.clock)}`
  sim.world.access.pools.find((each) => each.poolid === params.pool)?.vms.push(vmid)
  if (params.start) await startVm(call, worker, vmid, {})
}

function renewCards({ sim }: RestoreCall, config: VmConfig): void {
  for (const [key, text] of Object.entries(config)) {
    if (!/^net\d+$/.test(key)) continue
    config[key] = printNet({ ...parseNet(sim.world, text), macaddr: randomMac(sim.world) })
  }
}
