import { isIP } from 'node:net'
import { discoveredControlPlanes } from '../discovery.ts'
import type { Node } from '../node.ts'
import { machineConfig } from './machine-config.ts'

/** Where a machine looks for control planes: the host of its endpoint, and what discovery tells. */
export function endpointAddresses(node: Node): readonly string[] {
  const config = machineConfig(node)
  if (config === undefined) return []
  const host = URL.canParse(config.endpoint) ? new URL(config.endpoint).hostname.replace(/^\[|\]$/g, '') : ''
  const peers = discoveredControlPlanes(node).flatMap(({ addresses }) => addresses)
  return [...new Set([...(isIP(host) === 0 ? [] : [host]), ...peers])]
}
