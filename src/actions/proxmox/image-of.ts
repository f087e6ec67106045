import { originOf } from '../../factory/machine-image.ts'
import { imageFor, type WantedImage } from '../../proxmox/images/image-for.ts'
import type { Machine } from '../../resolve/desired.ts'
import type { Tools } from '../tools.ts'

/** The file that a machine starts from; nothing where a template is given. */
export async function imageOf(tools: Tools, machine: Machine): Promise<WantedImage | undefined> {
  const schematic = await tools.schematic(machine)
  return imageFor(machine, originOf(tools.desired.talos.factory, machine.image, schematic))
}

/** The same for a machine that must have one. */
export async function requireImage(tools: Tools, machine: Machine): Promise<WantedImage> {
  const image = await imageOf(tools, machine)
  if (image === undefined) throw new Error(`${machine.name} starts from a template that is given, not from an image`)
  return image
}
