import { parse } from '../../../../../src/proxmox/property-string/parse.ts'
import { seconds } from '../../../../world/clock.ts'
import type { Snapshot, Vm, VmConfig } from '../../../../world/vm.ts'
import type { Call } from '../../../call.ts'
import { died } from '../../../failure.ts'
import type { Worker } from '../../../tasks/workers.ts'
import { isAgentEnabled, isAgentRunning } from '../agent/agent.ts'
import { checkLock, isTemplate, locked } from '../config/config-lock.ts'
import { reread } from '../config/stored-value.ts'
import { loadVm } from '../config/vm-file.ts'
import { configHasFeature } from '../disks/features.ts'
import { drivesOf, isCdrom } from '../drive/drive.ts'
import { isUnusedName } from '../drive/drive-names.ts'
import { runTask } from '../status/task.ts'
import { saveState, stateStorage } from './vm-state.ts'

/** What a request for a snapshot says. */
export type CreateCall = Call<{ vmid: number; snapname: string; description?: string; vmstate?: boolean }>

const SNAPSHOT_MILLISECONDS = 200

/** Keeps the state of a machine under a name. */
export function createSnapshot(call: CreateCall): string {
  const { vmid, snapname, vmstate = false } = call.params
  if (snapname === 'current') throw died("unable to use snapshot name 'current' (reserved name)")
  if (snapname.toLowerCase() === 'pending') throw died("unable to use snapshot name 'pending' (reserved name)")
  requireNoDevices(loadVm(call, vmid), vmstate)
  return runTask(call, 'qmsnapshot', async (worker) => {
    const vm = loadVm(call, vmid)
    const snapshot = await locked(call, vmid, () => prepare(call, worker, vm))
    if (vm.run !== undefined && snapshot.vmstate === undefined) await freeze(call, worker, vm)
    for (const [key, drive] of drivesOf(snapshot.config)) {
      if (isCdrom(drive)) continue
      worker.log(`snapshotting 'drive-${key}' (${drive.file})`)
      await worker.sleep(SNAPSHOT_MILLISECONDS)
    }
    await locked(call, vmid, () => {
      delete snapshot.state
      delete vm.config.lock
      vm.parent = snapname
    })
  })
}

/** Memory cannot be saved while something outside of it belongs to it. */
function requireNoDevices({ config }: Vm, vmstate: boolean): void {
  if (!vmstate) return
  const blocking = ['amd-sev', 'intel-tdx'].filter((key) => config[key] !== undefined)
  if (Object.keys(config).some((key) => /^virtiofs\d+$/.test(key))) blocking.push('virtiofs')
  if (blocking.length > 0) {
    throw died(`Cannot live-migrate, snapshot (with RAM), or hibernate a VM with: ${blocking.join(', ')}`)
  }
}

async function prepare(call: CreateCall, worker: Worker, vm: Vm): Promise<Snapshot> {
  const { snapname, description, vmstate = false } = call.params
  if (isTemplate(vm)) throw died("you can't take a snapshot if it's a template")
  checkLock(vm)
  requireNoDevices(vm, vmstate)
  if (vm.snapshots.some((each) => each.name === snapname)) throw died(`snapshot name '${snapname}' already used`)
  if (!configHasFeature(call, 'snapshot', vm.config)) throw died('snapshot feature is not available')
  const text = description === undefined ? undefined : reread('description', description)
  const snapshot: Snapshot = {
    name: snapname,
    time: seconds(call.sim.clock),
    config: keptConfig(vm.config),
    state: 'prepare',
    ...(vm.parent === undefined ? {} : { parent: vm.parent }),
    ...(text === undefined ? {} : { description: text }),
  }
  vm.config.lock = 'snapshot'
  vm.snapshots.push(snapshot)
  if (vmstate && vm.run !== undefined) {
    snapshot.vmstate = await saveState(call, worker, vm, snapname, stateStorage(call, vm.config))
    if (vm.run.machine !== undefined) snapshot.config.runningmachine = vm.run.machine
  }
  return snapshot
}

/** What of a configuration belongs to a state of the machine. */
export function keptConfig(config: VmConfig): VmConfig {
  const isKept = (key: string) => !isUnusedName(key) && !['lock', 'description', 'vmstate'].includes(key)
  return Object.fromEntries(Object.entries(config).filter(([key]) => isKept(key)))
}

async function freeze(call: CreateCall, worker: Worker, vm: Vm): Promise<void> {
  const skip = (why: string) => worker.log(`skipping guest filesystem freeze - ${why}`)
  const { agent } = vm.config
  const isWanted = isAgentEnabled(vm) && agent !== undefined && (parse('agent', agent)['freeze-fs'] ?? true)
  if (!isWanted) skip('disabled in VM options')
  else if (!(await isAgentRunning(call, worker, vm))) skip('agent configured but not running?')
  else {
    await call.sim.guests.of(vm.vmid).agent('guest-fsfreeze-freeze', {})
    await call.sim.guests.of(vm.vmid).agent('guest-fsfreeze-thaw', {})
  }
}
