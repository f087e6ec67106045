import type { TalosImage } from '../../world/talos-image.ts'
import { installTarget } from '../config/install-target.ts'
import { driveVolume, systemDisk } from '../disk.ts'
import type { Node } from '../node.ts'
import type { Span } from '../sequence/tasks.ts'
import { startService } from '../services/run.ts'
import { isAtLeast } from '../version.ts'

/** Whether Talos runs from a CD and is on no disk yet. */
export const needsInstall = (node: Node): boolean => systemDisk(node) === undefined

/** Writes Talos to the disk that the config names. */
export function install(node: Node): Span {
  const { state, talos } = node
  const target = installTarget(node)
  if (target === undefined || driveVolume(node, target.drive) === undefined) {
    // Since 1.13 somebody may install it by a call.
    if (isAtLeast(node, '1.13')) startService(node, 'apid')
    return 'until told'
  }
  state.stage = 'installing'
  writeInstallation(node, target.drive, target.image)
  return talos.timing.install
}

/** Puts Talos and what it knows of itself on a disk. */
export function writeInstallation(node: Node, drive: string, image: TalosImage): void {
  const { state } = node
  const volume = driveVolume(node, drive)
  if (volume === undefined) return
  volume.image = image
  volume.installation = {
    meta: {},
    state: { nodeId: state.nodeId, ...(state.config === undefined ? {} : { config: state.config.text }) },
  }
  state.systemDrive = drive
}
