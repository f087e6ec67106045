import { updateParameters } from '../../proxmox/hardware/update-parameters.ts'
import { performTask } from '../../proxmox/tasks/perform-task.ts'
import { ownDrives } from '../../spec/vm/own-drives.ts'
import type { Handler } from '../handler.ts'
import { machineNamed } from '../machine.ts'
import { findVm, requireVm } from './find-vm.ts'
import { taskOptions } from './task-options.ts'
import { releaseOf } from './wanted.ts'

/** Takes the ISO out of a machine that is installed; the drive stays, empty. */
export const isoDetach: Handler<'iso.detach'> = {
  minutes: 2,
  done: async ({ machine: name }, tools) => {
    const machine = machineNamed(tools, name)
    const text = (await findVm(tools, machine))?.config[ownDrives[machine.image.arch].iso]
    return text === undefined || text.startsWith('none')
  },
  run: async ({ machine: name }, tools, telling) => {
    const machine = machineNamed(tools, name)
    const set = { [ownDrives[machine.image.arch].iso]: 'none,media=cdrom' }
    const vm = await requireVm(tools, machine)
    const parameters = updateParameters({ set, delete: [] }, vm, await releaseOf(tools))
    if (parameters === undefined) return
    await performTask(
      tools.proxmox,
      (options) => tools.proxmox.post('/nodes/{node}/qemu/{vmid}/config', parameters, options),
      taskOptions(telling),
    )
  },
}
