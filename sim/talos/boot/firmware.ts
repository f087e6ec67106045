import type { TalosImage } from '../../world/talos-image.ts'
import { driveVolume } from '../disk.ts'
import { later, type Node } from '../node.ts'

/** The firmware looks for something to boot, drive by drive; a machine that finds nothing stays as it is. */
export function bootFirmware(node: Node): void {
  const { state, talos } = node
  for (const drive of state.hardware.bootOrder) {
    const image = bootable(node, drive)
    if (image === undefined) continue
    state.image = image
    state.bootDrive = drive
    later(node, 'kernel', talos.timing.kernel)
    return
  }
}

/** The Talos on a drive; an image of a disk becomes an installation with the first boot. */
function bootable(node: Node, drive: string): TalosImage | undefined {
  const volume = driveVolume(node, drive)
  if (volume?.image === undefined) return undefined
  if (volume.image.kind === 'disk') volume.installation ??= { meta: {} }
  return volume.image
}
