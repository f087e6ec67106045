import { at } from '../../../src/talos/document/value.ts'
import { machineConfig } from '../config/machine-config.ts'
import type { Node } from '../node.ts'
import type { LinkState } from './state.ts'

/** Where a machine answers questions for names by itself. */
const HOST_DNS = '169.254.116.108/32'

/** The addresses that only a machine itself reaches. */
export function loopbackAddresses(node: Node): readonly string[] {
  const config = machineConfig(node)
  const hasHostDns = at(config?.root, 'machine', 'features', 'hostDNS', 'enabled') === true
  return ['127.0.0.1/8', ...(hasHostDns ? [HOST_DNS] : []), '::1/128']
}

/** The address that the kernel makes of a card's hardware address. */
export function linkLocal({ mac }: LinkState): string {
  const [first = 0, ...rest] = mac.split(':').map((part) => Number.parseInt(part, 16))
  const bytes = [first ^ 2, ...rest.slice(0, 2), 0xff, 0xfe, ...rest.slice(2)]
  const groups = [0, 2, 4, 6].map((at) => (((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)).toString(16))
  return `fe80::${groups.join(':')}`
}
