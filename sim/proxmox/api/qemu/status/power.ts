import { isRoot } from '../../../auth/caller.ts'
import type { Call, Handlers } from '../../../call.ts'
import { badParameters, died } from '../../../failure.ts'
import type { Worker } from '../../../tasks/workers.ts'
import { checkLock, locked } from '../config/config-lock.ts'
import { findVm, loadVm, requireVm } from '../config/vm-file.ts'
import { isHighlyAvailable, requestHa } from './ha-request.ts'
import { hardwareOf } from './hardware.ts'
import { isPaused } from './run.ts'
import { startVm } from './start-vm.ts'
import { stopLocked, stopVm } from './stop-vm.ts'
import { runTask } from './task.ts'

interface PowerParameters {
  readonly vmid: number
  readonly timeout?: number
  readonly skiplock?: boolean
  readonly keepActive?: boolean
  readonly migratedfrom?: string
}

type PowerCall = Call<PowerParameters>

const ROOT_ONLY = ['skiplock', 'keepActive', 'migratedfrom', 'stateuri', 'migration_type', 'migration_network'] as const

/** Refuses options that only root has, and says which. */
export function requireRootOptions({ caller, params }: Call<object>): void {
  const given: Readonly<Record<string, unknown>> = { ...params }
  for (const option of ROOT_ONLY) {
    if (given[option] && !isRoot(caller)) throw badParameters({ [option]: 'Only root may use this option.' })
  }
}

function start(call: Call<PowerParameters & { machine?: string }>): string {
  requireRootOptions(call)
  const { vmid, machine, skiplock } = call.params
  if (isHighlyAvailable(call, vmid)) {
    return requestHa(call, {
      type: 'hastart',
      words: `Requesting HA start for VM ${vmid}`,
      state: 'started',
      does: 'qmstart',
      carryOut: (worker) => startVm(call, worker, vmid, {}),
    })
  }
  return runTask(call, 'qmstart', (worker) => startVm(call, worker, vmid, { skipLock: skiplock, machine }))
}

function stop(call: Call<PowerParameters & { 'overrule-shutdown'?: boolean }>): string {
  requireRootOptions(call)
  const { vmid, timeout, skiplock } = call.params
  const overrules = call.params['overrule-shutdown']
  if (isHighlyAvailable(call, vmid)) {
    if (overrules) throw badParameters({ 'overrule-shutdown': 'Not applicable for HA resources.' })
    return requestStop(call, 0)
  }
  return runTask(call, 'qmstop', async (worker) => {
    if (overrules) overrule(call, worker, vmid)
    await stopVm(call, worker, vmid, { skipLock: skiplock, seconds: timeout, shutdown: false, force: true })
  })
}

/** Asks the cluster to stop a machine, with so many seconds for the guest. */
function requestStop(call: PowerCall, patience: number): string {
  const { vmid } = call.params
  const options = { seconds: patience, shutdown: patience > 0, force: true }
  return requestHa(call, {
    type: 'hastop',
    words: `Requesting HA stop for VM ${vmid}`,
    state: 'stopped',
    does: patience > 0 ? 'qmshutdown' : 'qmstop',
    carryOut: (worker) => stopVm(call, worker, vmid, options),
  })
}

/** Ends shutdowns that wait for the guest. */
function overrule({ sim, node }: PowerCall, worker: Worker, vmid: number): void {
  const tasks = sim.world.tasks.filter(
    (task) =>
      task.node === node && task.type === 'qmshutdown' && task.id === String(vmid) && task.endtime === undefined,
  )
  for (const task of tasks) sim.workers.stop(task.upid)
  if (tasks.length > 0) worker.log(`overruled qmshutdown tasks: ${tasks.map((task) => task.upid).join(', ')}`)
}

function shutdown(call: Call<PowerParameters & { forceStop?: boolean }>): string {
  requireRootOptions(call)
  const { vmid, timeout, skiplock, forceStop = false } = call.params
  const vm = findVm(call, vmid)
  const paused = vm !== undefined && isPaused(vm)
  if (paused && !forceStop) throw died('VM is paused - cannot shutdown')
  if (isHighlyAvailable(call, vmid)) {
    return requestStop(call, timeout ?? 60)
  }
  return runTask(call, 'qmshutdown', (worker) =>
    stopVm(call, worker, vmid, { skipLock: skiplock, seconds: timeout, shutdown: !paused, force: forceStop }),
  )
}

/** Restarts a machine so that pending changes take effect: it goes off, and comes back by itself. */
function reboot(call: PowerCall): string {
  const { sim, node, params } = call
  const vm = requireVm(call, params.vmid)
  if (isPaused(vm)) throw died('VM is paused - cannot shutdown')
  if (vm.run === undefined) throw died(`VM ${params.vmid} not running`)
  return runTask(call, 'qmreboot', async (worker) => {
    const options = { seconds: params.timeout, shutdown: true, force: false }
    await locked(call, params.vmid, () => stopLocked(call, worker, params.vmid, options))
    const again = { node, type: 'qmstart', id: String(params.vmid), user: 'root@pam' }
    sim.workers.start(again, (starter) => startVm(call, starter, params.vmid, {}))
  })
}

function reset(call: PowerCall): string {
  requireRootOptions(call)
  const { vmid, skiplock } = call.params
  if (requireVm(call, vmid).run === undefined) throw died(`VM ${vmid} not running`)
  return runTask(call, 'qmreset', () =>
    locked(call, vmid, () => {
      const vm = loadVm(call, vmid)
      if (!skiplock) checkLock(vm)
      call.sim.guests.of(vmid).reset(hardwareOf(call, vm))
    }),
  )
}

/** Switching machines on and off. */
export const powerHandlers: Handlers = {
  'POST /nodes/{node}/qemu/{vmid}/status/start': start,
  'POST /nodes/{node}/qemu/{vmid}/status/stop': stop,
  'POST /nodes/{node}/qemu/{vmid}/status/shutdown': shutdown,
  'POST /nodes/{node}/qemu/{vmid}/status/reboot': reboot,
  'POST /nodes/{node}/qemu/{vmid}/status/reset': reset,
}
