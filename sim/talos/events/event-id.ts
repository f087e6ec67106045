import { createHash } from 'node:crypto'

const ALPHABET = '0123456789abcdefghijklmnopqrstuv'

/** Makes an id that sorts by time: seconds, who made it, and a number, twenty letters long. */
export function eventId(atMilliseconds: number, maker: string, count: number): string {
  const bytes = Buffer.alloc(12)
  bytes.writeUInt32BE(Math.floor(atMilliseconds / 1000) % 2 ** 32, 0)
  createHash('sha256').update(maker).digest().copy(bytes, 4, 0, 5)
  bytes.writeUIntBE(count % 2 ** 24, 9, 3)
  return base32(bytes)
}

function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => ALPHABET[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}
