import { kexec } from '../boot/kexec.ts'
import type { Node } from '../node.ts'
import { startService } from '../services/run.ts'
import { startSequence } from './run.ts'
import type { SequenceWish } from './state.ts'

/** What follows a sequence that has ended. */
const AFTER: Readonly<Record<string, (node: Node, wish: SequenceWish) => void>> = {
  initialize: (node) => startSequence(node, 'install'),
  install(node) {
    // A machine that was just installed goes on from its disk.
    if (node.state.bootDrive !== node.state.systemDrive) {
      kexec(node)
      return
    }
    startService(node, 'apid')
    startSequence(node, 'boot')
  },
  boot(node) {
    node.state.stage = 'running'
  },
  reboot: boots,
  upgrade: boots,
  shutdown: (node) => node.machine.halt(),
  reset: (node, { afterwards }) => (afterwards === 'halt' ? node.machine.halt() : node.machine.reboot()),
}

function boots(node: Node, { powercycle }: SequenceWish): void {
  if (powercycle === true) node.machine.reboot()
  else kexec(node)
}

/** Goes on after a sequence. */
export function afterSequence(node: Node, name: string): void {
  const wish = node.state.sequence?.wish ?? {}
  delete node.state.sequence
  AFTER[name]?.(node, wish)
}
