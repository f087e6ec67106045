import { originOf } from '../../factory/machine-image.ts'
import { type Schematic, schematicOf } from '../../factory/schematic.ts'
import { schematicId } from '../../factory/schematic-id.ts'
import { imageFor } from '../../proxmox/images/image-for.ts'
import type { Desired } from '../../resolve/desired.ts'
import type { Session } from '../command.ts'
import { connectFactory } from '../connect-factory.ts'

/** The volumes that the machines of a cluster file start from, on whatever host. */
export async function wantedFiles(desired: Desired, session: Session): Promise<ReadonlySet<string>> {
  const { machines, talos } = desired
  const ids = new Map<string, Promise<string>>()
  const idOf = (schematic: Schematic): Promise<string> => {
    const key = JSON.stringify(schematic)
    const id = ids.get(key) ?? findId(schematic, talos, session)
    ids.set(key, id)
    return id
  }
  const volumes = machines.map(async (machine) => {
    const id = await idOf(schematicOf(machine.image))
    return imageFor(machine, originOf(talos.factory, machine.image, id))?.volid
  })
  return new Set((await Promise.all(volumes)).flatMap((volid) => volid ?? []))
}

async function findId(schematic: Schematic, talos: Desired['talos'], session: Session): Promise<string> {
  return schematicId(schematic) ?? (await (await connectFactory(talos, session)).register(schematic))
}
