import type { Snapshot, Vm } from '../../../../world/vm.ts'
import type { Call } from '../../../call.ts'
import { died } from '../../../failure.ts'
import { checkLock, isTemplate, locked } from '../config/config-lock.ts'
import { addUnused, tidyUnused } from '../config/unused.ts'
import { loadVm } from '../config/vm-file.ts'
import { freeVolume } from '../disks/free-volume.ts'
import { drivesOf, isCdrom } from '../drive/drive.ts'
import { runTask } from '../status/task.ts'
import { migrationLocked } from './migration-lock.ts'

type RemoveCall = Call<{ vmid: number; snapname: string; force?: boolean }>

const REMOVE_MILLISECONDS = 200

/** Forgets a state of a machine. */
export function removeSnapshot(call: RemoveCall): string {
  const { vmid, force } = call.params
  return runTask(call, 'qmdelsnapshot', (worker) => {
    const run = () => remove(call, worker.sleep)
    if (force) return run()
    return migrationLocked(call, vmid, run, 'Failed to obtain guest migration lock - replication running?')
  })
}

/** The snapshot of a name; refuses when there is none. */
export function existingSnapshot(vm: Vm, name: string): Snapshot {
  const snapshot = vm.snapshots.find((each) => each.name === name)
  if (snapshot === undefined) throw died(`snapshot '${name}' does not exist`)
  return snapshot
}

async function remove(call: RemoveCall, sleep: (milliseconds: number) => Promise<void>): Promise<void> {
  const { vmid, snapname } = call.params
  const vm = loadVm(call, vmid)
  const snapshot = existingSnapshot(vm, snapname)
  await locked(call, vmid, () => {
    checkLock(vm)
    if (isTemplate(vm)) throw died("you can't delete a snapshot if vm is a template")
    vm.config.lock = 'snapshot-delete'
    snapshot.state = 'delete'
  })
  const disks = drivesOf(snapshot.config).filter(([, drive]) => !isCdrom(drive))
  await sleep(REMOVE_MILLISECONDS * (1 + disks.length))
  await locked(call, vmid, () => {
    if (snapshot.vmstate !== undefined) freeVolume(call, snapshot.vmstate)
    unlink(vm, snapshot)
    delete vm.config.lock
    for (const [, drive] of disks) addUnused(vm.config, drive.file)
    tidyUnused(vm)
  })
}

/** What came from a snapshot that is gone comes from what it came from. */
function unlink(vm: Vm, { name, parent }: Snapshot): void {
  vm.snapshots = vm.snapshots.filter((each) => each.name !== name)
  for (const child of [vm, ...vm.snapshots].filter((each) => each.parent === name)) {
    if (parent === undefined) delete child.parent
    else child.parent = parent
  }
}
