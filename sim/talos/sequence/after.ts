import { powerCycle } from '../boot/power.ts'
import type { Node } from '../node.ts'
import { startService } from '../services/run.ts'
import { startSequence } from './run.ts'
import type { SequenceWish } from './state.ts'

/** What follows a sequence that has ended. */
const AFTER: Readonly<Record<string, (node: Node, wish: SequenceWish) => void>> = {
  initialize: (node) => startSequence(node, 'install'),
  install(node) {
    startService(node, 'apid')
    startSequence(node, 'boot')
  },
  boot(node) {
    node.state.stage = 'running'
  },
  reboot: (node) => powerCycle(node),
  upgrade: (node) => powerCycle(node),
  shutdown: (node) => node.machine.halt(),
  reset: (node, { then }) => (then === 'halt' ? node.machine.halt() : powerCycle(node)),
}

/** Goes on after a sequence. */
export function afterSequence(node: Node, name: string): void {
  const wish = node.state.sequence?.wish ?? {}
  delete node.state.sequence
  AFTER[name]?.(node, wish)
}
