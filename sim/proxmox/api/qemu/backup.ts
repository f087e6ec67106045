import { splitList } from '../../../../src/proxmox/format-checks/check.ts'
import { printDiskSize } from '../../../../src/proxmox/format-checks/disk-size.ts'
import { seconds } from '../../../world/clock.ts'
import type { BackedUpGuest } from '../../../world/storage.ts'
import type { Vm } from '../../../world/vm.ts'
import { has } from '../../auth/rights.ts'
import type { Call } from '../../call.ts'
import { died, Failure, printed } from '../../failure.ts'
import { guestName } from '../../guests/facts.ts'
import type { Worker } from '../../tasks/workers.ts'
import { contentsOf, enabledStorage, isShared } from '../storage/definition.ts'
import { parseVolumeName } from '../storage/volume-name.ts'
import { checkLock, locked } from './config/config-lock.ts'
import { loadVm } from './config/vm-file.ts'
import { formatOfName } from './disks/formats.ts'
import { findVolume } from './disks/free-volume.ts'
import { transfer } from './disks/transfer.ts'
import { drivesOf, isCdrom } from './drive/drive.ts'
import { splitVolumeId } from './drive/volume-id.ts'

/** What a request for backups says. */
export interface BackupWish {
  readonly vmid?: string
  readonly all?: boolean
  readonly exclude?: string
  readonly pool?: string
  readonly storage?: string
  readonly mode?: 'snapshot' | 'suspend' | 'stop'
  readonly compress?: string
  readonly 'notes-template'?: string
  readonly protected?: boolean
}

type BackupCall = Call<BackupWish>

/** The guests that a request is about, those of other nodes left out. */
function chosen({ sim, caller, node, params }: BackupCall): readonly number[] {
  if (params.vmid !== undefined) return splitList(params.vmid).map(Number)
  const excluded = splitList(params.exclude ?? '')
  const pool = sim.world.access.pools.find((each) => each.poolid === params.pool)
  return sim.world.vms
    .filter((vm) => vm.node === node && (params.pool === undefined || pool?.vms.includes(vm.vmid)))
    .filter((vm) => !excluded.includes(String(vm.vmid)))
    .filter((vm) => has(sim.world, caller.id, `/vms/${vm.vmid}`, ['VM.Backup']))
    .map((vm) => vm.vmid)
}

/** Backs guests up, one after the other; one that fails does not keep the others from it. */
export async function backUp(call: BackupCall, worker: Worker): Promise<void> {
  const { storage = 'local', vmid } = call.params
  let failures = 0
  worker.log(`INFO: starting new backup job: vzdump ${vmid === undefined ? '--all 1' : splitList(vmid).join(' ')}`)
  requireBackupStorage(call, storage)
  for (const each of chosen(call)) {
    try {
      await backUpOne(call, worker, each, storage)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      failures++
      worker.log(`ERROR: Backup of VM ${each} failed - ${printed(error)}`)
    }
  }
  worker.log(failures === 0 ? 'INFO: Backup job finished successfully' : 'INFO: Backup job finished with errors')
  if (failures > 0) throw died('job errors')
}

function requireBackupStorage({ sim, node }: BackupCall, name: string): void {
  const storage = enabledStorage(sim.world, name, node)
  if (contentsOf(storage).includes('backup')) return
  throw died(`could not get storage information for '${name}': storage '${name}' does not support backups`)
}

async function backUpOne(call: BackupCall, worker: Worker, vmid: number, storage: string): Promise<void> {
  const { sim, caller } = call
  const started = sim.clock.now()
  if (!has(sim.world, caller.id, `/vms/${vmid}`, ['VM.Backup'])) {
    throw died(`Permission check failed (/vms/${vmid}, VM.Backup)`)
  }
  if (!sim.world.vms.some((vm) => vm.vmid === vmid)) throw died(`unable to find VM '${vmid}'`)
  const vm = loadVm(call, vmid)
  checkLock(vm)
  const running = vm.run !== undefined
  worker.log(`INFO: Starting Backup of VM ${vmid} (qemu)`)
  worker.log(`INFO: Backup started at ${stamp(started)}`)
  worker.log(`INFO: status = ${running ? 'running' : 'stopped'}`)
  worker.log(`INFO: backup mode: ${running ? (call.params.mode ?? 'snapshot') : 'stop'}`)
  worker.log('INFO: ionice priority: 7')
  worker.log(`INFO: VM Name: ${guestName(vm)}`)
  const guest = contents(call, vm, worker)
  await locked(call, vmid, () => {
    vm.config.lock = 'backup'
  })
  try {
    await store(call, worker, vm, storage, guest)
  } finally {
    delete vm.config.lock
  }
  const duration = new Date(sim.clock.now() - started).toISOString().slice(11, 19)
  worker.log(`INFO: Finished Backup of VM ${vmid} (${duration})`)
  worker.log(`INFO: Backup finished at ${stamp(sim.clock.now())}`)
}

const stamp = (now: number): string => new Date(now).toISOString().slice(0, 19).replace('T', ' ')

function contents(call: BackupCall, vm: Vm, worker: Worker): BackedUpGuest {
  const disks = drivesOf(vm.config).flatMap(([key, drive]) => {
    const parts = splitVolumeId(drive.file)
    if (isCdrom(drive) || parts === undefined) return []
    if (drive.options.backup === '0') {
      worker.log(`INFO: exclude disk '${key}' '${drive.file}' (backup=no)`)
      return []
    }
    const sizeBytes = findVolume(call, drive.file)?.sizeBytes ?? 0
    worker.log(`INFO: include disk '${key}' '${drive.file}' ${printDiskSize(sizeBytes)}`)
    return [{ key, storage: parts.storage, format: formatOfName(parts.name), sizeBytes }]
  })
  const { lock: _, ...config } = vm.config
  return { config, disks }
}

const SUFFIXES: Readonly<Record<string, string>> = { '1': '.lzo', lzo: '.lzo', gzip: '.gz', zstd: '.zst' }

async function store(call: BackupCall, worker: Worker, vm: Vm, name: string, guest: BackedUpGuest): Promise<void> {
  const { sim, node, params } = call
  const storage = enabledStorage(sim.world, name, node)
  const time = stamp(sim.clock.now()).replaceAll('-', '_').replaceAll(':', '_').replace(' ', '-')
  const volume = `backup/vzdump-qemu-${vm.vmid}-${time}.vma${SUFFIXES[params.compress ?? ''] ?? ''}`
  worker.log(`INFO: creating vzdump archive '${parseVolumeName(storage, volume).path}'`)
  const bytes = guest.disks.reduce((sum, disk) => sum + disk.sizeBytes, 0)
  await transfer(worker, bytes)
  // Disks of machines are mostly empty, and an archive leaves that out.
  const sizeBytes = Math.round(bytes / 64) + 4096
  sim.world.volumes.push({
    storage: name,
    ...(isShared(storage) ? {} : { node }),
    name: volume,
    content: 'backup',
    format: volume.replace(/^.*?\.(vma.*)$/, '$1'),
    sizeBytes,
    usedBytes: sizeBytes,
    ctime: seconds(sim.clock),
    vmid: vm.vmid,
    guest,
    ...(params['notes-template'] === undefined ? {} : { notes: notes(params['notes-template'], vm) }),
    ...(params.protected ? { protected: true } : {}),
  })
  worker.log(`INFO: archive file size: ${Math.ceil(sizeBytes / 1024 ** 2)}MB`)
}

/** Notes of a backup, with what the template leaves open. */
function notes(template: string, vm: Vm): string {
  const values: Readonly<Record<string, string>> = {
    guestname: guestName(vm),
    vmid: String(vm.vmid),
    node: vm.node,
    cluster: '',
  }
  return template.replace(/\\n/g, '\n').replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => values[name] ?? '')
}
