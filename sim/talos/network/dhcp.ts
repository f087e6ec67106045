import { addressAt, formatIp, parseNetwork } from '../../../src/net/ip.ts'
import type { DhcpNetwork } from '../world.ts'

/** The first address of a network that is given out, counted from its start. */
const FIRST = 100n

/** The address that a card gets, always the same one; nothing where all are taken. */
export function lease(network: DhcpNetwork, mac: string): string | undefined {
  const known = network.leases[mac]
  if (known !== undefined) return known
  const { prefix, first, last } = parseNetwork(network.cidr)
  const taken = new Set(Object.values(network.leases))
  for (let offset = FIRST; first + offset < last; offset += 1n) {
    const address = `${formatIp(addressAt(parseNetwork(network.cidr), offset))}/${prefix}`
    if (taken.has(address)) continue
    network.leases[mac] = address
    return address
  }
  return undefined
}
