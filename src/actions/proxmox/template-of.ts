import { originOf } from '../../factory/machine-image.ts'
import { templateFor, type WantedTemplate } from '../../proxmox/images/template-for.ts'
import type { Machine } from '../../resolve/desired.ts'
import type { Tools } from '../tools.ts'

/** The template that a machine is cloned from. */
export async function templateOf(tools: Tools, machine: Machine): Promise<WantedTemplate> {
  const schematic = await tools.schematic(machine)
  const origin = originOf(tools.desired.talos.factory, machine.image, schematic)
  const wanted = templateFor(machine, tools.desired, origin)
  if (wanted === undefined) throw new Error(`${machine.name} is not cloned from a template`)
  return wanted
}
