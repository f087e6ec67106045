import { addressAt, contains, formatIp, parseNetwork } from '../../net/ip.ts'
import { cidr } from '../../spec/schema/values.ts'

/** Items of a value with commas in it. */
export function items(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

/** A network that was given by one of its addresses, such as 10.0.0.5/24, by its first one; anything else as it is. */
export function networkOf(text: string): string {
  const first = addressIn(text, 0n)
  return first === undefined ? text : text.replace(/^[^/]*/, first)
}

/** The address at a distance from the start of a network; nothing where there is none. */
export function addressIn(network: string | undefined, offset: bigint): string | undefined {
  if (network === undefined || !cidr.safeParse(network).success) return undefined
  const parsed = parseNetwork(network)
  const found = addressAt(parsed, offset)
  return contains(parsed, found) ? formatIp(found) : undefined
}

/** A virtual address below those of the machines that is not the gateway's. */
export function spareAddress(network: string | undefined, taken: readonly string[]): string | undefined {
  return [9n, 8n, 7n].map((offset) => addressIn(network, offset)).find((found) => found && !taken.includes(found))
}
