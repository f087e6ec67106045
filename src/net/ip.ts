import ipaddr from 'ipaddr.js'

/** The two address families. */
export type Family = 'ipv4' | 'ipv6'

/** An IP address as a number, so that it can be counted with. */
export interface Ip {
  readonly family: Family
  readonly value: bigint
}

/** A network: its first address, its prefix length, and its last address. */
export interface Network {
  readonly text: string
  readonly family: Family
  readonly prefix: number
  readonly first: bigint
  readonly last: bigint
}

/** Reads an address that the schema has accepted. */
export function parseIp(text: string): Ip {
  const parsed = ipaddr.parse(text)
  const value = parsed.toByteArray().reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  return { family: parsed.kind(), value }
}

/** Prints an address in its usual short form. */
export function formatIp({ family, value }: Ip): string {
  const length = family === 'ipv4' ? 4 : 16
  const bytes = Array.from({ length }, (_, index) => Number((value >> BigInt(8 * (length - 1 - index))) & 255n))
  return ipaddr.fromByteArray(bytes).toString()
}

/** Reads a network that the schema has accepted; host bits are cut off. */
export function parseNetwork(text: string): Network {
  const [address = '', length = ''] = text.split('/')
  const { family, value } = parseIp(address)
  const prefix = Number(length)
  const hostBits = BigInt((family === 'ipv4' ? 32 : 128) - prefix)
  const first = (value >> hostBits) << hostBits
  return { text, family, prefix, first, last: first + (1n << hostBits) - 1n }
}

/** Whether an address lies in a network. */
export function contains(network: Network, ip: Ip): boolean {
  return ip.family === network.family && ip.value >= network.first && ip.value <= network.last
}

/** Whether two networks share an address. */
export function overlap(a: Network, b: Network): boolean {
  return a.family === b.family && a.first <= b.last && b.first <= a.last
}

/** The two addresses that no machine of an IPv4 network can have; an IPv6 network has only its router anycast. */
export function reservedAddresses(network: Network): Ip[] {
  const { family, prefix, first, last } = network
  const bits = family === 'ipv4' ? 32 : 128
  if (bits - prefix < 2) return []
  return [first, ...(family === 'ipv4' ? [last] : [])].map((value) => ({ family, value }))
}

/** The address at a distance from the start of a network. */
export function addressAt(network: Network, offset: bigint): Ip {
  return { family: network.family, value: network.first + offset }
}
