import { listen } from './api/listen.ts'
import { tellMachineStatus } from './events/machine-status.ts'
import { progressKubernetes } from './kubernetes/progress.ts'
import { contendForVips } from './network/vip.ts'
import type { Node } from './node.ts'
import { taskDone } from './sequence/run.ts'
import { hasStartedEverything } from './sequence/tasks.ts'
import { advanceServices } from './services/run.ts'

/** Lets everything follow from a change of a machine: what waited goes on, and those who watch are told. */
export function settle(node: Node): void {
  advanceServices(node)
  if (hasStartedEverything(node)) taskDone(node, 'startAllServices')
  contendForVips(node)
  progressKubernetes(node)
  listen(node)
  tellMachineStatus(node)
  for (const watcher of node.live.watchers) watcher()
}
