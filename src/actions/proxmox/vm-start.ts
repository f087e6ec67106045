import { isProxmoxError } from '../../proxmox/client/error.ts'
import { performTask } from '../../proxmox/tasks/perform-task.ts'
import type { Machine } from '../../resolve/desired.ts'
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
  run: async ({ machine: name }, tools, telling) => {
    const machine = machineNamed(tools, name)
    if (wasJustMade(tools, machine)) return await startVm(tools, telling, machine)
    const vm = await requireVm(tools, machine, 'stopped')
    // Its making may have come to its end after the run that began it was killed.
    await tools.home.forgetBegun(vm.vmid)
    if (vm.power !== 'running') await startVm(tools, telling, vm)
  },
}

/** As long as Proxmox is held to have kept a number for a machine that was made under it. */
const JUST_MS = 60_000

/** Whose a machine is need not be asked right after this run has seen its own making of it end well. */
function wasJustMade({ made, clock }: Tools, { vmid }: Machine): boolean {
  const at = made.get(vmid)
  made.delete(vmid)
  return at !== undefined && clock.now() - at < JUST_MS
}

/** Switches a virtual machine on and waits until it is. */
export async function startVm(
  tools: Tools,
  telling: Telling,
  { vmid, host = '' }: Pick<Machine, 'vmid' | 'host'>,
): Promise<void> {
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
