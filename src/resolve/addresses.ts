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

/** Addresses as they are written for one family: an offset, a range or a list. */
export type OneFamily = string | readonly string[]

/** What each pool hands out in each network. */
export function addressPlan(pool: Pick<Pool, 'addresses'>, network: Network): AddressPlan {
  const said = addressesFor(pool.addresses, network.family)
  if (said === undefined) return { network, at: () => undefined, fits: 0n }
  if (typeof said !== 'string') return listed(network, said)
  const range = rangeOf(said)
  if (range !== undefined) return ranged(network, range.first, range.last)
  const offset = BigInt(said)
  return ranged(network, addressAt(network, offset), { family: network.family, value: lastUsable(network) })
}

/** The part of a pool's addresses that is for one family: a list or range counts for the family it starts with. */
export function addressesFor(addresses: Pool['addresses'], family: Family): OneFamily | undefined {
  const said = typeof addresses === 'object' && !Array.isArray(addresses) ? addresses[family] : addresses
  if (said === undefined || isOffset(said)) return said
  const first = typeof said === 'string' ? rangeOf(said)?.first : parseIp(said[0] ?? '')
  return first?.family === family ? said : undefined
}

/** Whether addresses are written as a distance from the start of the network. */
export function isOffset(said: OneFamily): said is string {
  return typeof said === 'string' && said.startsWith('+')
}

/** The two ends of addresses that are written as a range. */
export function rangeOf(said: OneFamily): { readonly first: Ip; readonly last: Ip } | undefined {
  const [first, last] = typeof said === 'string' ? said.split('-').map((part) => part.trim()) : []
  return first === undefined || last === undefined ? undefined : { first: parseIp(first), last: parseIp(last) }
}

/** Reads only the entry that is asked for, since a list may be as long as its pool. */
function listed(network: Network, list: readonly string[]): AddressPlan {
  const at = (index: number): Ip | undefined => {
    const text = list[index - 1]
    const ip = text === undefined ? undefined : parseIp(text)
    return ip?.family === network.family ? ip : undefined
  }
  return { network, at, fits: BigInt(list.length) }
}

function ranged(network: Network, first: Ip, last: Ip): AddressPlan {
  const fits = last.value < first.value ? 0n : last.value - first.value + 1n
  const at = (index: number): Ip | undefined =>
    BigInt(index) > fits ? undefined : { family: network.family, value: first.value + BigInt(index - 1) }
  return { network, at, fits }
}

/** The last address of a network that a machine can have. */
export function lastUsable({ family, last, prefix }: Network): bigint {
  return family === 'ipv4' && prefix < 31 ? last - 1n : last
}

/** The network of a list that an address belongs to. */
export function networkOf(networks: readonly Network[], ip: Ip): Network | undefined {
  return networks.find((network) => contains(network, ip))
}
