import { performTask } from '../../proxmox/tasks/perform-task.ts'
import { UserError } from '../../user-error.ts'
import type { Handler } from '../handler.ts'
import { machineNamed } from '../machine.ts'
import { controlPlaneNodes } from '../talos/control-planes.ts'
import { lastingTrouble } from '../talos/lasting-trouble.ts'
import type { Telling, Tools } from '../tools.ts'
import { whileAway } from '../while-away.ts'
import { findVm, requireVm } from './find-vm.ts'
import { taskOptions } from './task-options.ts'
import { startVm } from './vm-start.ts'
import { cutPower } from './vm-stop.ts'

/** Restarts a machine so that its new hardware comes into force: emptied, shut down, started, and back in the cluster. */
export const vmRestart: Handler<'vm.restart'> = {
  minutes: 60,
  // Whether it still has to be done is told by what is pending, which is planned from.
  done: async ({ machine }, tools) =>
    Object.keys((await findVm(tools, machineNamed(tools, machine), 'running'))?.pending ?? {}).length === 0,
  run: async ({ machine: name }, tools, telling) => {
    const machine = machineNamed(tools, name)
    if (machine.role === 'controlplane') await gate(tools, telling, name)
    await whileAway(tools, telling, machine, () => powerCycle(tools, telling, machine))
  },
}

async function gate(tools: Tools, telling: Telling, name: string): Promise<void> {
  const isOnly = (await controlPlaneNodes(tools)).length === 1
  const trouble = isOnly ? undefined : await lastingTrouble(tools, telling, name, 'restart')
  if (trouble === undefined) return
  throw new UserError('etcd-unhealthy', `${name} is not restarted, since etcd is not well: ${trouble}`, {
    hint: 'mend etcd first, then run again',
  })
}

const SHUTDOWN_SECONDS = 180

async function powerCycle(
  tools: Tools,
  telling: Telling,
  seat: { readonly name: string; readonly vmid: number; readonly host: string | undefined },
) {
  const vm = await requireVm(tools, seat)
  const parameters = { node: vm.host, vmid: vm.vmid, timeout: SHUTDOWN_SECONDS, forceStop: true }
  if (vm.power === 'running') {
    await performTask(
      tools.proxmox,
      (options) => tools.proxmox.post('/nodes/{node}/qemu/{vmid}/status/shutdown', parameters, options),
      taskOptions(telling),
    )
  }
  const off = await requireVm(tools, seat)
  if (off.power === 'running') await cutPower(tools, telling, off)
  await startVm(tools, telling, off)
}
