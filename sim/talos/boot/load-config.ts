import { activate } from '../config/activate.ts'
import { systemDisk } from '../disk.ts'
import { emit } from '../events/emit.ts'
import { platformConfig } from '../network/platform.ts'
import type { Node } from '../node.ts'
import type { Span } from '../sequence/tasks.ts'

/** Finds the config: what was saved, else what the platform brings, else somebody has to send one. */
export function loadConfig(node: Node): Span {
  const saved = systemDisk(node)?.state?.config
  const found = saved ?? platformConfig(node)
  if (found !== undefined) {
    activate(node, found)
    return 0
  }
  emit(node, { type: 'TaskEvent', task: 'runningMaintenance', action: 'START' })
  node.state.stage = 'maintenance'
  return 'until told'
}
