import { installTarget } from '../config/install-target.ts'
import { driveVolume, systemDisk } from '../disk.ts'
import type { Node } from '../node.ts'
import type { Span } from '../sequence/tasks.ts'

/** Whether Talos runs from a CD and is on no disk yet. */
export const needsInstall = (node: Node): boolean => systemDisk(node) === undefined

/** Writes Talos to the disk that the config names. */
export function install(node: Node): Span {
  const { state, talos } = node
  const target = installTarget(node)
  const volume = target === undefined ? undefined : driveVolume(node, target.drive)
  if (target === undefined || volume === undefined) return 'until told'
  state.stage = 'installing'
  volume.image = target.image
  volume.installation = {
    meta: {},
    state: { nodeId: state.nodeId, ...(state.config === undefined ? {} : { config: state.config.text }) },
  }
  state.systemDrive = target.drive
  return talos.timing.install
}
