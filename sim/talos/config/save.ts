import { systemDisk } from '../disk.ts'
import type { Node } from '../node.ts'

/** Saves a config for the next boot, where there is a disk to save it to. */
export function saveConfig(node: Node, text: string): void {
  const { state } = node
  const disk = systemDisk(node)
  if (disk !== undefined) disk.state = { nodeId: state.nodeId, ...disk.state, config: text }
  state.persistent = { version: (state.persistent?.version ?? 0) + 1 }
}
