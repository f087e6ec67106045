import { nodeAt } from '../network/addresses.ts'
import type { Node } from '../node.ts'
import { isRunning } from '../services/change.ts'
import { endpointAddresses } from './endpoint-addresses.ts'
import { type ConfigAuthority, machineConfig } from './machine-config.ts'

/** The authority that signs a machine's certificate: its own, or that of a control plane that it can ask. */
export function apiAuthority(node: Node): ConfigAuthority | undefined {
  const config = machineConfig(node)
  if (config === undefined) return undefined
  if (config.osAuthority.key !== '') return config.osAuthority
  for (const address of endpointAddresses(node)) {
    const peer = nodeAt(node.talos, address)
    const known = peer === undefined || !isRunning(peer, 'trustd') ? undefined : machineConfig(peer)
    if (known?.osAuthority.crt === config.osAuthority.crt && known.osAuthority.key !== '') return known.osAuthority
  }
  return undefined
}

/** Whether a machine can get a certificate at all. */
export const hasApiAuthority = (node: Node): boolean => apiAuthority(node) !== undefined
