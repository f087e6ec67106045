import type { FoundQemuKey } from '../proxmox/qemu-key.ts'
import { findQemuKey } from '../proxmox/qemu-key.ts'
import { formatPath, type Path } from '../spec/problem.ts'
import { type Draft, whereWritten } from './draft.ts'

/** A key that a machine's `vm.raw` sets. */
export interface RawKey {
  readonly key: string
  readonly value: string
  readonly found: FoundQemuKey | undefined
  readonly path: Path
}

/** The keys of a machine's `vm.raw`, with what Proxmox knows about each. */
export function rawKeys(machine: Draft): RawKey[] {
  return Object.entries(machine.vm.raw).map(([key, value]) => ({
    key,
    value,
    found: findQemuKey(key),
    path: whereWritten(machine, formatPath(['vm', 'raw', key])),
  }))
}

/** What to add to a hint about a key that older releases of Proxmox lack. */
export function sinceNote({ found }: RawKey): string {
  const [first] = found?.key.in ?? []
  return first === undefined || first === '8.4' ? '' : `; it exists since Proxmox ${first}`
}
