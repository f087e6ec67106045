import { addressAt, formatIp, type Network, parseNetwork } from '../../../src/net/ip.ts'
import type { Api } from '../api.ts'
import { listAt } from '../json.ts'

/** How large the share of one node is, as the controller manager has it unless told otherwise. */
const SHARE = { ipv4: 24, ipv6: 64 }

/** A free share of each pod network; none where one of them has no share left or is smaller than one. */
export function nextPodCidrs({ state, store }: Api): readonly string[] {
  const taken = new Set(store.list('/nodes').flatMap((node) => listAt(node, 'spec', 'podCIDRs').map(String)))
  const shares = state.networks.podSubnets.map((subnet) =>
    freeShare(parseNetwork(subnet), taken, store.list('/nodes').length),
  )
  return shares.includes(undefined) ? [] : shares.flatMap((share) => share ?? [])
}

/** Looks behind as many shares as there are nodes first, where one is free unless nodes have left. */
function freeShare(subnet: Network, taken: ReadonlySet<string>, nodes: number): string | undefined {
  const prefix = SHARE[subnet.family]
  const size = 1n << BigInt((subnet.family === 'ipv4' ? 32 : 128) - prefix)
  const shares = (subnet.last - subnet.first + 1n) / size
  for (let tries = 0n; tries < shares; tries++) {
    const number = (BigInt(nodes) + tries) % shares
    const share = `${formatIp(addressAt(subnet, number * size))}/${prefix}`
    if (!taken.has(share)) return share
  }
  return undefined
}

/** The first free address of a node's share; the very first is the node's own. */
export function freePodAddress(share: string, taken: ReadonlySet<string>): string | undefined {
  const network = parseNetwork(share)
  const last = network.last - network.first - 1n
  for (let offset = 2n; offset <= last; offset++) {
    const address = formatIp(addressAt(network, offset))
    if (!taken.has(address)) return address
  }
  return undefined
}
