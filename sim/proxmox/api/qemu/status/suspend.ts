import { requireAll } from '../../../auth/rights.ts'
import type { Call, Handlers } from '../../../call.ts'
import { died } from '../../../failure.ts'
import { requireOnVm } from '../checks/vm-privilege.ts'
import { checkLock, locked } from '../config/config-lock.ts'
import { findVm, loadVm, requireVm } from '../config/vm-file.ts'
import { saveState, stateStorage } from '../snapshot/vm-state.ts'
import { isHighlyAvailable } from './ha-request.ts'
import { requireRootOptions } from './power.ts'
import { endRun } from './run.ts'
import { startVm } from './start-vm.ts'
import { runTask } from './task.ts'

type SuspendCall = Call<{ vmid: number; todisk?: boolean; statestorage?: string; skiplock?: boolean }>

function suspend(call: SuspendCall): string {
  requireRootOptions(call)
  const { vmid, todisk = false, skiplock } = call.params
  if (requireVm(call, vmid).run === undefined) throw died(`VM ${vmid} not running`)
  if (todisk) return suspendToDisk(call)
  return runTask(call, 'qmpause', () =>
    locked(call, vmid, () => {
      const vm = loadVm(call, vmid)
      const isBackup = vm.config.lock === 'backup'
      if (!skiplock && !isBackup) checkLock(vm)
      if (vm.run !== undefined) vm.run.status = 'paused'
    }),
  )
}

function suspendToDisk(call: SuspendCall): string {
  const { vmid, statestorage, skiplock } = call.params
  if (isHighlyAvailable(call, vmid)) throw died('Cannot suspend HA managed VM to disk')
  requireOnVm(call, { vmid }, ['VM.Config.Disk'])
  const { config } = loadVm(call, vmid)
  if (Object.keys(config).some((key) => /^hostpci\d+$/.test(key))) {
    throw died(
      'cannot suspend VM to disk due to passed-through PCI device(s), which lack the possibility to save/restore their internal state',
    )
  }
  const storage = statestorage ?? stateStorage(call, config)
  requireAll(call.sim.world, call.caller.id, `/storage/${storage}`, ['Datastore.AllocateSpace'])
  return runTask(call, 'qmsuspend', (worker) =>
    locked(call, vmid, async () => {
      const vm = loadVm(call, vmid)
      if (!skiplock) checkLock(vm)
      vm.config.lock = 'suspending'
      vm.config.vmstate = await saveState(
        call,
        worker,
        vm,
        `suspend-${new Date(call.sim.clock.now()).toISOString().slice(0, 10)}`,
        storage,
      )
      if (vm.run?.machine !== undefined) vm.config.runningmachine = vm.run.machine
      endRun(call, vm)
      vm.config.lock = 'suspended'
    }),
  )
}

function resume(call: Call<{ vmid: number; skiplock?: boolean; nocheck?: boolean }>): string {
  requireRootOptions(call)
  const { vmid, skiplock } = call.params
  const vm = findVm(call, vmid)
  const isOnDisk = vm?.config.lock === 'suspended'
  if (!isOnDisk && requireVm(call, vmid).run === undefined) throw died(`VM ${vmid} not running`)
  return runTask(call, 'qmresume', (worker) => {
    if (isOnDisk) return startVm(call, worker, vmid, { skipLock: skiplock })
    return locked(call, vmid, () => {
      const own = loadVm(call, vmid)
      if (!skiplock && own.config.lock !== 'backup') checkLock(own)
      if (own.run !== undefined) own.run.status = 'running'
    })
  })
}

/** Pausing machines, in memory or on disk. */
export const suspendHandlers: Handlers = {
  'POST /nodes/{node}/qemu/{vmid}/status/suspend': suspend,
  'POST /nodes/{node}/qemu/{vmid}/status/resume': resume,
}
