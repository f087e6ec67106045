import { fetchImage } from '../../proxmox/images/ensure-image.ts'
import type { Handler } from '../handler.ts'
import { machineNamed } from '../machine.ts'
import { requireImage } from './image-of.ts'
import { taskOptions } from './task-options.ts'

/** Lets a host download the image that machines start from. */
export const imageFetch: Handler<'image.fetch'> = {
  minutes: 60,
  // It was not there when it was planned; the host refuses to fetch what is there by now.
  done: async () => false,
  run: async ({ machine, host }, tools, telling) => {
    const image = await requireImage(tools, machineNamed(tools, machine))
    await tools.registerSchematic(machineNamed(tools, machine))
    await fetchImage(tools.proxmox, host, image, taskOptions(telling))
  },
}
