import { endpointAddresses } from '../config/endpoint-addresses.ts'
import { machineConfig } from '../config/machine-config.ts'
import { nodeAt } from '../network/addresses.ts'
import type { Node } from '../node.ts'

/** The control planes that a machine knows, itself among them. */
export function controlPlanesOf(node: Node): readonly Node[] {
  const authority = machineConfig(node)?.etcdAuthority?.crt
  const found = endpointAddresses(node).flatMap((address) => nodeAt(node.talos, address) ?? [])
  return [...new Set([node, ...found])].filter((one) => machineConfig(one)?.etcdAuthority?.crt === authority)
}
