import { isProxmoxError } from '../../proxmox/client/error.ts'
import type { ObservedVm } from '../../proxmox/observe/observed.ts'
import { performTask } from '../../proxmox/tasks/perform-task.ts'
import type { Handler } from '../handler.ts'
import type { Telling, Tools } from '../tools.ts'
import { findVm, powerOf } from './find-vm.ts'
import { sameIdentity } from './same-identity.ts'
import { taskOptions } from './task-options.ts'

/** Switches a machine off that leaves; nothing on it is needed any more, so the power is cut. */
export const vmStop: Handler<'vm.stop'> = {
  minutes: 10,
  // It was planned since the machine runs; to stop one that is off does nothing.
  done: async () => false,
  run: async (seat, tools, telling) => {
    const vm = sameIdentity(await findVm(tools, seat, 'running'), seat)
    if (vm?.power === 'running') await cutPower(tools, telling, vm)
  },
}

/** Cuts the power of a virtual machine and waits until it is off. */
export async function cutPower(tools: Tools, telling: Telling, { vmid, host }: ObservedVm): Promise<void> {
  const isOff = async () => (await powerOf(tools, { vmid, host })) !== 'running'
  const stop = { node: host, vmid }
  try {
    await performTask(
      tools.proxmox,
      (options) => tools.proxmox.post('/nodes/{node}/qemu/{vmid}/status/stop', stop, options),
      { ...taskOptions(telling), reread: isOff, settled: isOff },
    )
  } catch (error) {
    if (!isProxmoxError(error, 'proxmox-not-running')) throw error
  }
}
