import type { Node } from '../node.ts'
import type { Talos } from '../talos.ts'

/** An address without the length of its network. */
export const bare = (cidr: string): string => cidr.slice(0, cidr.includes('/') ? cidr.indexOf('/') : undefined)

/** The addresses that a machine is reached at. */
export const ownAddresses = ({ state }: Node): readonly string[] =>
  state.network.addresses.map(({ cidr }) => bare(cidr))

/** The machine that has an address; the holder of a VIP has it too. */
export function nodeAt({ nodes, lastAt }: Talos, address: string): Node | undefined {
  const last = lastAt.get(address)
  if (last !== undefined && nodes.get(last.state.vmid) === last && isAt(last, address)) return last
  for (const node of nodes.values()) {
    if (!isAt(node, address)) continue
    lastAt.set(address, node)
    return node
  }
  return undefined
}

const isAt = ({ state }: Node, address: string): boolean =>
  state.network.addresses.some(
    ({ cidr }) => cidr.startsWith(address) && (cidr.length === address.length || cidr[address.length] === '/'),
  )
