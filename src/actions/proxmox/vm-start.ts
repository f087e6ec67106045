import { isProxmoxError } from '../../proxmox/client/error.ts'
import type { ObservedVm } from '../../proxmox/observe/observed.ts'
import { performTask } from '../../proxmox/tasks/perform-task.ts'
import type { Handler } from '../handler.ts'
import { machineNamed } from '../machine.ts'
import type { Telling, Tools } from '../tools.ts'
import { powerOf, requireVm } from './find-vm.ts'
import { taskOptions } from './task-options.ts'

/** Switches a machine on. */
export const vmStart: Handler<'vm.start'> = {
  minutes: 10,
  // One that runs by now is told by Proxmox when it is started.
  done: async () => false,
  run: async ({ machine }, tools, telling) => {
    const vm = await requireVm(tools, machineNamed(tools, machine), 'stopped')
    // Its making may have come to its end after the run that began it was killed.
    await tools.home.forgetBegun(vm.vmid)
    if (vm.power !== 'running') await startVm(tools, telling, vm)
  },
}

/** Switches a virtual machine on and waits until it is. */
export async function startVm(tools: Tools, telling: Telling, { vmid, host }: ObservedVm): Promise<void> {
  const isRunning = async () => (await powerOf(tools, { vmid, host })) === 'running'
  const start = { node: host, vmid }
  try {
    await performTask(
      tools.proxmox,
      (options) => tools.proxmox.post('/nodes/{node}/qemu/{vmid}/status/start', start, options),
      { ...taskOptions(telling), reread: isRunning, settled: isRunning },
    )
  } catch (error) {
    if (!isProxmoxError(error, 'proxmox-running')) throw error
  }
}
