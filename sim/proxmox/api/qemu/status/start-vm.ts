import type { Machine } from '../../../../guest/guest.ts'
import type { Vm } from '../../../../world/vm.ts'
import { died } from '../../../failure.ts'
import type { Asking, Job } from '../asking.ts'
import { cloudInitKey, writeCloudInit } from '../cloudinit/write-drive.ts'
import { checkLock, isTemplate, locked } from '../config/config-lock.ts'
import { runningMachine } from '../config/machine-type.ts'
import { hasPending } from '../config/pending.ts'
import { loadVm } from '../config/vm-file.ts'
import { freeVolume } from '../disks/free-volume.ts'
import { applyPending } from '../update/apply-pending.ts'
import { hardwareOf } from './hardware.ts'
import { requireHost, requireVolumes, runQemu } from './requirements.ts'
import { endRun } from './run.ts'

/** How a machine is to be started. */
export interface StartOptions {
  readonly skipLock?: boolean | undefined
  readonly machine?: string | undefined
}

const START_MILLISECONDS = 1200

/** Starts a machine. */
export function startVm(asking: Asking, job: Job, vmid: number, options: StartOptions): Promise<void> {
  return locked(asking, vmid, () => startLocked(asking, job, vmid, options))
}

async function startLocked(asking: Asking, job: Job, vmid: number, options: StartOptions): Promise<void> {
  const vm = loadVm(asking, vmid)
  if (isTemplate(vm)) throw died("you can't start a vm if it's a template")
  const isSuspended = vm.config.lock === 'suspended'
  if (vm.config.lock === 'backup' && vm.run !== undefined) {
    vm.run.status = 'running'
    return
  }
  if (!options.skipLock && !isSuspended) checkLock(vm)
  if (vm.run !== undefined) throw died(`VM ${vmid} already running`)
  await launch(asking, job, vm, options)
  if (isSuspended || vm.config.vmstate !== undefined) forgetState(asking, vm)
}

/** Brings a machine up, whatever state its configuration is in. */
export async function launch(asking: Asking, job: Job, vm: Vm, { machine }: StartOptions): Promise<void> {
  const isResumed = vm.config.vmstate !== undefined || vm.config.lock === 'suspended'
  if (!isResumed && hasPending(vm)) applyPending(asking, vm)
  if (cloudInitKey(vm) !== undefined) {
    writeCloudInit(asking, vm)
    job.log('generating cloud-init ISO')
  }
  if (isResumed) job.log('Resuming suspended VM')
  requireVolumes(asking, vm.config)
  const type = runningMachine(asking, vm.config, machine ?? vm.config.runningmachine)
  if (vm.config.bios === 'ovmf' && vm.config.efidisk0 === undefined) {
    job.warn('no efidisk configured! Using temporary efivars disk.')
  }
  requireHost(asking, job, vm.config)
  runQemu(asking, job, vm)
  await job.sleep(START_MILLISECONDS)
  switchOn(asking, vm, type)
}

function switchOn(asking: Asking, vm: Vm, machine: string): void {
  const { sim } = asking
  sim.world.lastPid = (sim.world.lastPid % 4_000_000) + 7
  vm.run = { pid: sim.world.lastPid, since: sim.clock.now(), status: 'running', config: { ...vm.config }, machine }
  sim.guests.of(vm.vmid).powerOn(hardwareOf(asking, vm), machineOf(asking, vm))
}

/** Lets the guest of a machine that has been on all along go on. */
export function resumeGuest(asking: Asking, vm: Vm): void {
  const guest = asking.sim.guests.of(vm.vmid)
  const goOn = guest.resume ?? guest.powerOn
  goOn(hardwareOf(asking, vm), machineOf(asking, vm))
}

function machineOf(asking: Asking, vm: Vm): Machine {
  return {
    halt: () => endRun(asking, vm),
    reboot: () => asking.sim.guests.of(vm.vmid).reset(hardwareOf(asking, vm)),
  }
}

/** The saved state is used up once the machine runs again. */
function forgetState(asking: Asking, vm: Vm): void {
  const { vmstate } = vm.config
  if (vmstate !== undefined) freeVolume(asking, vmstate)
  for (const key of ['vmstate', 'runningmachine', 'runningcpu', 'lock']) delete vm.config[key]
}
