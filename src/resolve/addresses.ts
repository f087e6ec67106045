import { addressAt, contains, type Family, type Ip, type Network, parseIp } from '../net/ip.ts'
import type { Pool } from './pools.ts'

/** The addresses a pool may hand out in one network: machine 1 gets the first. */
export interface AddressPlan {
  readonly network: Network
  /** The address of a machine, or nothing when the pool has none left for it. */
  readonly at: (index: number) => Ip | undefined
  /** How many machines the plan has addresses for. */
  readonly fits: bigint
}

type OneFamily = string | readonly string[]

/** What each pool hands out in each network. */
export function addressPlan(pool: Pool, network: Network): AddressPlan {
  const said = forFamily(pool.addresses, network.family)
  if (said === undefined) return { network, at: () => undefined, fits: 0n }
  if (typeof said !== 'string') return listed(network, said.map(parseIp))
  const [first, last] = said.split('-').map((part) => part.trim())
  if (first !== undefined && last !== undefined) return ranged(network, parseIp(first), parseIp(last))
  const offset = BigInt(said)
  return ranged(network, addressAt(network, offset), { family: network.family, value: lastUsable(network) })
}

function forFamily(addresses: Pool['addresses'], family: Family): OneFamily | undefined {
  if (typeof addresses === 'object' && !Array.isArray(addresses)) return addresses[family]
  if (typeof addresses === 'string' && addresses.startsWith('+')) return addresses
  const first = Array.isArray(addresses) ? addresses[0] : addresses.split('-')[0]?.trim()
  return first !== undefined && parseIp(first).family === family ? addresses : undefined
}

function listed(network: Network, list: readonly Ip[]): AddressPlan {
  return { network, at: (index) => list[index - 1], fits: BigInt(list.length) }
}

function ranged(network: Network, first: Ip, last: Ip): AddressPlan {
  const fits = last.value < first.value ? 0n : last.value - first.value + 1n
  const at = (index: number): Ip | undefined =>
    BigInt(index) > fits ? undefined : { family: network.family, value: first.value + BigInt(index - 1) }
  return { network, at, fits }
}

function lastUsable({ family, last, first, prefix }: Network): bigint {
  return family === 'ipv4' && prefix < 31 ? last - 1n : last === first ? first : last
}

/** The network of a list that an address belongs to. */
export function networkOf(networks: readonly Network[], ip: Ip): Network | undefined {
  return networks.find((network) => contains(network, ip))
}
