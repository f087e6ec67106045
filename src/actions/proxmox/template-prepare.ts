import { ensureTemplate, findTemplate } from '../../proxmox/images/ensure-template.ts'
import type { Handler } from '../handler.ts'
import { machineNamed } from '../machine.ts'
import { taskOptions } from './task-options.ts'
import { templateOf } from './template-of.ts'

/** Makes the template that machines are cloned from. */
export const templatePrepare: Handler<'template.prepare'> = {
  minutes: 60,
  done: async ({ machine }, tools) =>
    (await findTemplate(tools.proxmox, await templateOf(tools, machineNamed(tools, machine)))) !== undefined,
  run: async ({ machine }, tools, telling) => {
    const wanted = await templateOf(tools, machineNamed(tools, machine))
    await ensureTemplate(tools.proxmox, wanted, taskOptions(telling))
  },
}
