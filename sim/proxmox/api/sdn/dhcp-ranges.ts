import ipaddr from 'ipaddr.js'
import type { Section } from '../../../world/section.ts'
import { propertyParts } from '../../config/property-parts.ts'
import { badParameters } from '../../failure.ts'

/** A range of addresses that a subnet hands out. */
export type DhcpRange = Readonly<Record<string, string | number>>

/** The ranges of a subnet. */
export function dhcpRanges(subnet: Readonly<Record<string, unknown>>): readonly DhcpRange[] {
  const { 'dhcp-range': texts } = subnet
  return Array.isArray(texts) ? texts.map((text) => propertyParts('dhcp-range', String(text))) : []
}

const refuse = (text: string) => badParameters({ 'dhcp-range': text })

/** Refuses ranges that run backwards, leave their subnet, or share addresses. */
export function requireRanges(subnet: Section, cidr: string): void {
  const network = ipaddr.parseCIDR(cidr)
  const taken: { readonly first: bigint; readonly last: bigint }[] = []
  for (const range of dhcpRanges(subnet)) {
    const ends = ['start-address', 'end-address'].map((key) => [key, String(range[key] ?? '')] as const)
    const [first = 0n, last = 0n] = ends.map(([key, text]) => numberOf(key, text))
    if (first > last) throw refuse(`start-address ${ends[0]?.[1]} must be smaller than end-address ${ends[1]?.[1]}`)
    for (const [key, text] of ends) {
      const address = ipaddr.parse(text)
      const isInside = address.kind() === network[0].kind() && address.match(network)
      if (!isInside) throw refuse(`${key} ${text} is not in subnet ${cidr}`)
    }
    if (taken.some((other) => first <= other.last && last >= other.first)) throw refuse('dhcp ranges must not overlap')
    taken.push({ first, last })
  }
}

function numberOf(key: string, text: string): bigint {
  if (!ipaddr.isValid(text)) throw refuse(`${key} is not a valid IP ${text}`)
  return ipaddr
    .parse(text)
    .toByteArray()
    .reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
}
