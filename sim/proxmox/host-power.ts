import { seconds } from '../world/clock.ts'
import type { Host } from '../world/host.ts'
import { watchLostHost } from './api/ha/recover.ts'
import { isOn } from './api/qemu/config/config-lock.ts'
import { endRun } from './api/qemu/status/run.ts'
import { startVm } from './api/qemu/status/start-vm.ts'
import { callerOf } from './auth/caller.ts'
import type { Simulator } from './simulator.ts'

/** Cuts the power of a host: its machines are off, its tasks are gone, nobody answers there. */
export function hostDown(sim: Simulator, name: string): void {
  const host = find(sim, name)
  if (host === undefined || !host.online) return
  host.online = false
  for (const task of sim.world.tasks) {
    if (task.node === name && task.endtime === undefined) sim.workers.kill(task.upid)
  }
  for (const vm of sim.world.vms) if (vm.node === name) endRun({ sim }, vm)
  for (const tell of sim.hooks.onHostPower) tell(host)
  watchLostHost(sim, name)
}

/** Gives a host its power back: it boots, and starts the machines that are to start with it. */
export function hostUp(sim: Simulator, name: string): void {
  const host = find(sim, name)
  if (host === undefined || host.online) return
  host.online = true
  host.bootedAt = seconds(sim.clock) * 1000
  for (const tell of sim.hooks.onHostPower) tell(host)
  const asking = { sim, caller: callerOf('root@pam'), node: name }
  for (const { vmid, kind, node, config } of sim.world.vms) {
    if (node !== name || kind !== 'qemu' || !isOn(config.onboot)) continue
    const wish = { node, type: 'qmstart', id: String(vmid), user: 'root@pam' }
    sim.workers.start(wish, (worker) => startVm(asking, worker, vmid, {}))
  }
}

const find = (sim: Simulator, name: string): Host | undefined => sim.world.hosts.find((host) => host.name === name)
