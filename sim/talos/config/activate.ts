import { announce } from '../discovery.ts'
import { followConfig } from '../kubernetes/follow-config.ts'
import { configureNetwork } from '../network/up.ts'
import type { Node } from '../node.ts'
import { machineConfig } from './machine-config.ts'

/** Puts a config into force. */
export function activate(node: Node, text: string): void {
  const { state, live } = node
  const before = machineConfig(node)
  state.config = { text, version: (state.config?.version ?? 0) + 1 }
  state.persistent ??= { version: 1 }
  // The next connection is met with what the new config says of certificates.
  delete live.server
  configureNetwork(node)
  announce(node)
  followConfig(node, before, machineConfig(node))
}
