import { performTask } from '../../proxmox/tasks/perform-task.ts'
import type { Handler } from '../handler.ts'
import { requireUnneeded } from './image-delete.ts'
import { taskOptions } from './task-options.ts'

/** Destroys a template that talmox made, unless somebody has begun to stand on it since the plan was made. */
export const templateDelete: Handler<'template.delete'> = {
  minutes: 10,
  done: async ({ vmid }, tools) => (await tools.guests()).every((guest) => guest.vmid !== vmid),
  run: async ({ vmid, name, host }, tools, telling) => {
    const { templates, unfinished, doubts } = await tools.inventory()
    const found = [...templates, ...unfinished].find(
      (one) => one.vmid === vmid && one.name === name && one.host === host,
    )
    if (found === undefined) return
    requireUnneeded(`the template ${name}`, found.usedBy, doubts)
    const parameters = { node: host, vmid, purge: true, 'destroy-unreferenced-disks': false }
    await performTask(
      tools.proxmox,
      (options) => tools.proxmox.delete('/nodes/{node}/qemu/{vmid}', parameters, options),
      { ...taskOptions(telling), reread: async () => (await tools.guests()).every((guest) => guest.vmid !== vmid) },
    )
  },
}
