import { createHash } from 'node:crypto'

/** What a machine's identity is computed from: nothing that changes when the cluster grows. */
export interface Seat {
  readonly cluster: string
  readonly pool: string
  readonly index: number
}

/** Fills a name pattern: `{cluster}-cp-{index}`, `talos-cplane-{index:3}`. */
export function nameOf(pattern: string, { cluster, pool, index }: Seat): string {
  return pattern
    .replaceAll('{cluster}', cluster)
    .replaceAll('{pool}', pool)
    .replace(/\{index(?::(\d))?\}/g, (_, width: string | undefined) => String(index).padStart(Number(width ?? 1), '0'))
}

/** A MAC address that is always the same for a seat and NIC: locally administered, or with the given first bytes. */
export function macOf(seat: Seat, nic: number, prefix: string | undefined): string {
  const bytes = digest('mac', seat, nic)
  const given = prefix?.split(':').map((byte) => Number.parseInt(byte, 16)) ?? [((bytes[0] ?? 0) & 0xfc) | 0x02]
  const all = [...given, ...bytes.subarray(given.length, 6)]
  return all.map((byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join(':')
}

/** The machine's SMBIOS id, an RFC 9562 version 8 UUID: by it a VM is recognised wherever it moves. */
export function uuidOf(seat: Seat): string {
  const bytes = digest('uuid', seat, 0).subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Buffer.from(bytes).toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

function digest(purpose: string, { cluster, pool, index }: Seat, nic: number): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(['talmox', purpose, cluster, pool, index, nic]))
    .digest()
}
