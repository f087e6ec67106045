import type { Vm } from '../../../world/vm.ts'
import { callerOf } from '../../auth/caller.ts'
import type { Call, Handlers } from '../../call.ts'
import { died } from '../../failure.ts'
import { requireNode } from '../qemu/clone-source.ts'
import type { MigrateCall } from '../qemu/migrate/migrate.ts'
import { moveVm } from '../qemu/migrate/move-vm.ts'
import { migrationLocked } from '../qemu/snapshot/migration-lock.ts'
import { NOTICE_MILLISECONDS } from '../qemu/status/ha-request.ts'
import { startVm } from '../qemu/status/start-vm.ts'
import { stopVm } from '../qemu/status/stop-vm.ts'
import { guestOf, hasManager, isManaged } from './manager.ts'
import { parseResourceId } from './resource-id.ts'

type MotionCall = Call<{ sid: string; node: string }>

/** Hands a wish to the manager; where none runs, it stays in its queue. */
function request(call: MotionCall, move: (call: MotionCall, vm: Vm) => void) {
  const { sim, params } = call
  const { sid } = parseResourceId(sim.world, params.sid)
  if (!isManaged(sim.world, sid)) throw died(`resource '${sid}' is not HA managed`)
  const guest = guestOf(sim.world, sid)
  if (hasManager(sim.world) && guest?.kind === 'qemu' && guest.node !== params.node) {
    requireNode(call, params.node)
    sim.clock.after(NOTICE_MILLISECONDS, () => move(call, guest))
  }
  return { sid, 'requested-node': params.node }
}

const byManager = ({ params, ...call }: MotionCall, vm: Vm): MigrateCall => ({
  ...call,
  caller: callerOf('root@pam'),
  node: vm.node,
  params: { vmid: vm.vmid, target: params.node, online: true },
})

/** Moves a guest while it runs. */
function migrate(call: MotionCall, vm: Vm): void {
  const asking = byManager(call, vm)
  const task = { node: vm.node, type: 'qmigrate', id: String(vm.vmid), user: 'root@pam' }
  call.sim.workers.start(task, (worker) =>
    migrationLocked(asking, vm.vmid, () => moveVm(asking, worker, (storage) => storage)),
  )
}

/** Stops a guest, moves it, and starts it there. */
function relocate(call: MotionCall, vm: Vm): void {
  const asking = byManager(call, vm)
  const wasOn = vm.run !== undefined
  const task = { node: vm.node, type: 'qmigrate', id: String(vm.vmid), user: 'root@pam' }
  call.sim.workers.start(task, async (worker) => {
    await stopVm(asking, worker, vm.vmid, { shutdown: true, force: true })
    await migrationLocked(asking, vm.vmid, () => moveVm(asking, worker, (storage) => storage))
    if (wasOn) await startVm({ ...asking, node: call.params.node }, worker, vm.vmid, {})
  })
}

/** Requests to run a guest elsewhere. */
export const haMotionHandlers: Handlers = {
  'POST /cluster/ha/resources/{sid}/migrate': (call) => request(call, migrate),
  'POST /cluster/ha/resources/{sid}/relocate': (call) => request(call, relocate),
}
