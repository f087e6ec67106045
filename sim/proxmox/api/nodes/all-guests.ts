import { splitList } from '../../../../src/proxmox/format-checks/check.ts'
import { parse } from '../../../../src/proxmox/property-string/parse.ts'
import type { Vm } from '../../../world/vm.ts'
import { callerOf } from '../../auth/caller.ts'
import { has, requireAll } from '../../auth/rights.ts'
import type { Call, RestHandlers } from '../../call.ts'
import { printed } from '../../failure.ts'
import type { Worker } from '../../tasks/workers.ts'
import { isManaged, sidOf } from '../ha/manager.ts'
import { isOn } from '../qemu/config/config-lock.ts'
import { startVm } from '../qemu/status/start-vm.ts'
import { stopVm } from '../qemu/status/stop-vm.ts'

type AllCall = Call<{ vms?: string; force?: boolean; timeout?: number; 'force-stop'?: boolean }>

const PATIENCE_SECONDS = 180

/** Somebody without rights on everything must name guests, and have the right on each. */
function requireRights({ sim, caller, params }: AllCall): void {
  if (params.vms === undefined || has(sim.world, caller.id, '/', ['VM.PowerMgmt'])) {
    requireAll(sim.world, caller.id, '/', ['VM.PowerMgmt'])
    return
  }
  for (const vmid of splitList(params.vms)) requireAll(sim.world, caller.id, `/vms/${vmid}`, ['VM.PowerMgmt'])
}

/** The machines of the node that are meant, in their order; those of high availability are the manager's. */
function meant({ sim, node, params }: AllCall): readonly Vm[] {
  const named = params.vms === undefined ? undefined : splitList(params.vms).map(Number)
  return sim.world.vms
    .filter((vm) => vm.node === node && vm.kind === 'qemu' && vm.config.template !== '1')
    .filter((vm) => (named?.includes(vm.vmid) ?? true) && !isManaged(sim.world, sidOf(vm)))
    .sort((a, b) => orderOf(a) - orderOf(b) || a.vmid - b.vmid)
}

function orderOf({ config }: Vm): number {
  return config.startup === undefined ? Infinity : (parse('startup', config.startup).order ?? Infinity)
}

/** Does something to every machine, one after the other; one that fails does not keep the others. */
function forEach(call: AllCall, type: string, guests: readonly Vm[], act: (vm: Vm, worker: Worker) => Promise<void>) {
  const { sim, node, caller } = call
  return sim.workers.start({ node, type, id: '', user: caller.id }, async (worker) => {
    for (const vm of guests) {
      try {
        await act(vm, worker)
      } catch (error) {
        if (worker.signal.aborted) throw error
        worker.log(printed(error).trimEnd())
      }
    }
  })
}

function startAll(call: AllCall) {
  requireRights(call)
  const asking = { sim: call.sim, node: call.node, caller: callerOf('root@pam') }
  const guests = meant(call).filter(
    ({ config, run }) => run === undefined && (call.params.force || isOn(config.onboot)),
  )
  return forEach(call, 'startall', guests, (vm, worker) => {
    worker.log(`Starting VM ${vm.vmid}`)
    return startVm(asking, worker, vm.vmid, {})
  })
}

function stopAll(call: AllCall) {
  requireRights(call)
  const { timeout: seconds = PATIENCE_SECONDS, 'force-stop': force = true } = call.params
  const asking = { sim: call.sim, node: call.node, caller: callerOf('root@pam') }
  const guests = meant(call).filter(({ run }) => run !== undefined)
  return forEach(call, 'stopall', guests.toReversed(), (vm, worker) => {
    worker.log(`Stopping VM ${vm.vmid} (timeout = ${seconds} seconds)`)
    return stopVm(asking, worker, vm.vmid, { seconds, shutdown: true, force })
  })
}

/** Starting and stopping all machines of a node. */
export const allGuestsHandlers: RestHandlers = {
  'POST /nodes/{node}/startall': startAll,
  'POST /nodes/{node}/stopall': stopAll,
}
