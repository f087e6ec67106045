import { ensureImage } from '../../proxmox/images/ensure-image.ts'
import { isStored } from '../../proxmox/images/find-image.ts'
import type { Handler } from '../handler.ts'
import { machineNamed } from '../machine.ts'
import { requireImage } from './image-of.ts'
import { taskOptions } from './task-options.ts'

/** Lets a host download the image that machines start from. */
export const imageFetch: Handler<'image.fetch'> = {
  minutes: 60,
  done: async ({ machine, host }, tools) =>
    await isStored(tools.proxmox, host, await requireImage(tools, machineNamed(tools, machine))),
  run: async ({ machine, host }, tools, telling) => {
    const image = await requireImage(tools, machineNamed(tools, machine))
    await tools.registerSchematic(machineNamed(tools, machine))
    await ensureImage(tools.proxmox, host, image, taskOptions(telling))
  },
}
