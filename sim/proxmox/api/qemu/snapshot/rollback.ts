import { randomUUID } from 'node:crypto'
import type { Snapshot, Vm } from '../../../../world/vm.ts'
import { requireAll } from '../../../auth/rights.ts'
import type { Call } from '../../../call.ts'
import { died } from '../../../failure.ts'
import type { Worker } from '../../../tasks/workers.ts'
import { checkLock, isTemplate, locked } from '../config/config-lock.ts'
import { addUnused, tidyUnused } from '../config/unused.ts'
import { loadVm } from '../config/vm-file.ts'
import { findVolume } from '../disks/free-volume.ts'
import { drivesOf, isCdrom, isInsertedCdrom, unusedOf } from '../drive/drive.ts'
import { endRun } from '../status/run.ts'
import { launch, startVm } from '../status/start-vm.ts'
import { runTask } from '../status/task.ts'
import { migrationLocked } from './migration-lock.ts'
import { existingSnapshot } from './remove.ts'

type RollbackCall = Call<{ vmid: number; snapname: string; start?: boolean }>

const ROLLBACK_MILLISECONDS = 300

/** Puts a machine back into a state that was kept. */
export function rollback(call: RollbackCall): string {
  const { vmid, start } = call.params
  if (start) requireAll(call.sim.world, call.caller.id, `/vms/${vmid}`, ['VM.PowerMgmt'])
  return runTask(call, 'qmrollback', (worker) =>
    migrationLocked(call, vmid, async () => {
      await goBack(call, worker)
      if (start && loadVm(call, vmid).run === undefined) await startVm(call, worker, vmid, {})
    }),
  )
}

async function goBack(call: RollbackCall, worker: Worker): Promise<void> {
  const { vmid, snapname } = call.params
  const { vm, snapshot } = await locked(call, vmid, () => prepare(call, snapname))
  await worker.sleep(ROLLBACK_MILLISECONDS)
  await locked(call, vmid, async () => {
    delete vm.config.lock
    restoreDisks(call, vm, snapshot)
    if (snapshot.vmstate !== undefined) await launch(call, worker, vm, { machine: snapshot.config.runningmachine })
  })
}

function prepare(call: RollbackCall, snapname: string): { readonly vm: Vm; readonly snapshot: Snapshot } {
  const vm = loadVm(call, call.params.vmid)
  if (isTemplate(vm)) throw died("you can't rollback if vm is a template")
  const snapshot = existingSnapshot(vm, snapname)
  if (snapshot.state !== undefined) {
    throw died(`unable to rollback to incomplete snapshot (snapstate = ${snapshot.state})`)
  }
  checkLock(vm)
  endRun(call, vm)
  vm.config.lock = 'rollback'
  return { vm, snapshot }
}

/** The configuration becomes that of the snapshot; disks that it did not have are kept as unused. */
function restoreDisks(call: RollbackCall, vm: Vm, snapshot: Snapshot): void {
  const kept = new Set(drivesOf(snapshot.config).map(([, drive]) => drive.file))
  const orphans = drivesOf(vm.config).filter(([, drive]) => !isInsertedCdrom(drive) && !kept.has(drive.file))
  const { description } = vm.config
  const { runningmachine: _, ...config } = snapshot.config
  vm.config = {
    ...Object.fromEntries(unusedOf(vm.config)),
    ...config,
    ...(description === undefined ? {} : { description }),
    ...(config.vmgenid === undefined ? {} : { vmgenid: randomUUID() }),
  }
  vm.pending = {}
  vm.pendingDelete = {}
  vm.parent = snapshot.name
  for (const [, drive] of orphans) addUnused(vm.config, drive.file)
  tidyUnused(vm)
  for (const [, drive] of drivesOf(vm.config)) {
    const volume = isCdrom(drive) ? undefined : findVolume(call, drive.file)
    if (volume !== undefined && drive.size !== undefined) volume.sizeBytes = drive.size
  }
}
