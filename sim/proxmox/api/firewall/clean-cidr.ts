import ipaddr from 'ipaddr.js'

/** A network with its host bits cleared, and without a prefix length that says no more than the address. */
export function withoutHostBits(cidr: string): string {
  const [address = '', length] = cidr.split('/')
  if (length === undefined) return cidr
  const isV4 = ipaddr.IPv4.isValid(address)
  if (Number(length) === (isV4 ? 32 : 128)) return address
  const network = isV4 ? ipaddr.IPv4.networkAddressFromCIDR(cidr) : ipaddr.IPv6.networkAddressFromCIDR(cidr)
  return `${network.toString()}/${length}`
}
