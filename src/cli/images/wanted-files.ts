import { originOf } from '../../factory/machine-image.ts'
import { imageFor } from '../../proxmox/images/image-for.ts'
import type { Desired } from '../../resolve/desired.ts'
import { schematics } from '../../run/schematics.ts'
import type { Session } from '../command.ts'
import { connectFactory } from '../connect-factory.ts'

/** The volumes that the machines of a cluster file start from, on whatever host. */
export async function wantedFiles({ machines, talos }: Desired, session: Session): Promise<ReadonlySet<string>> {
  const { idOf } = schematics(await connectFactory(talos, session))
  const volumes = machines.map(async (machine) => {
    const origin = originOf(talos.factory, machine.image, await idOf(machine.image))
    return imageFor(machine, origin)?.volid
  })
  return new Set((await Promise.all(volumes)).flatMap((volid) => volid ?? []))
}
