import { qemuKeys } from './tables/qemu-keys.gen.ts'
import type { QemuKey } from './tables/types.ts'

/** A key as someone wrote it, found in the table of VM keys. */
export interface FoundQemuKey {
  /** Its name in the table: `scsi[n]` for `scsi3`. */
  readonly name: string
  readonly key: QemuKey
  /** The index, where the key has one. */
  readonly index?: number
}

/** Finds what Proxmox knows about a key such as `cores` or `scsi3`; undefined when it knows no such key or index. */
export function findQemuKey(written: string): FoundQemuKey | undefined {
  const plain = Object.hasOwn(qemuKeys, written) ? qemuKeys[written] : undefined
  if (plain !== undefined && plain.lastIndex === undefined) return { name: written, key: plain }
  const [, stem, digits] = /^([a-z]+)(0|[1-9]\d*)$/.exec(written) ?? []
  const name = `${stem}[n]`
  const key = qemuKeys[name]
  const index = Number(digits)
  return key?.lastIndex !== undefined && index <= key.lastIndex ? { name, key, index } : undefined
}
