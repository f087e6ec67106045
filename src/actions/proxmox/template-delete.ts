import { bringAbout } from '../../proxmox/tasks/bring-about.ts'
import type { Handler } from '../handler.ts'
import type { Tools } from '../tools.ts'
import { requireUnneeded } from './image-delete.ts'
import { taskOptions } from './task-options.ts'

/** Destroys a template that talmox made, unless somebody has begun to stand on it since the plan was made. */
export const templateDelete: Handler<'template.delete'> = {
  minutes: 10,
  done: ({ vmid }, tools) => isGone(tools, vmid),
  run: async ({ vmid, name, host }, tools, telling) => {
    const { templates, unfinished, doubts } = await tools.inventory()
    const found = [...templates, ...unfinished].find(
      (one) => one.vmid === vmid && one.name === name && one.host === host,
    )
    if (found === undefined) return
    requireUnneeded(`the template ${name}`, found.usedBy, doubts)
    const parameters = { node: host, vmid, purge: true, 'destroy-unreferenced-disks': false }
    await bringAbout(
      tools.proxmox,
      (options) => tools.proxmox.delete('/nodes/{node}/qemu/{vmid}', parameters, options),
      () => isGone(tools, vmid),
      taskOptions(telling),
    )
  },
}

const isGone = async ({ guests }: Tools, vmid: number): Promise<boolean> =>
  (await guests()).every((guest) => guest.vmid !== vmid)
