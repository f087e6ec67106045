import type { Node } from '../node.ts'
import type { Talos } from '../talos.ts'

/** An address without the length of its network. */
export const bare = (cidr: string): string => cidr.slice(0, cidr.includes('/') ? cidr.indexOf('/') : undefined)

/** The addresses that a machine is reached at. */
export const ownAddresses = ({ state }: Node): readonly string[] =>
  state.network.addresses.map(({ cidr }) => bare(cidr))

/** The machine that has an address; the holder of a VIP has it too. */
export function nodeAt({ nodes }: Talos, address: string): Node | undefined {
  for (const node of nodes.values()) {
    if (node.state.network.addresses.some(({ cidr }) => bare(cidr) === address)) return node
  }
  return undefined
}
