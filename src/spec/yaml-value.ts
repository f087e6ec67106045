import type { Path } from './problem.ts'
import { isFreeForm } from './schema/keys.ts'
import type { Written } from './written.ts'

/** A tree as plain values: what the schema reads. */
export interface PlainValue {
  readonly value: unknown
  /** Where maps say `null` to take something away; these keys are left out of the value. */
  readonly removed: readonly Path[]
}

/** Writes out a tree as plain values; every alias becomes a copy of its own, and `null` an empty map where `isBare`. */
export function plainValue(root: Written, isBare: (path: Path) => boolean = () => false): PlainValue {
  const removed: Path[] = []
  return { value: toValue(root, [], { removed, isBare }), removed }
}

interface Nulls {
  readonly removed: Path[]
  readonly isBare: (path: Path) => boolean
}

function toValue(written: Written, path: Path, nulls: Nulls): unknown {
  if (written.kind === 'scalar') return written.value ?? nullAt(path, nulls)
  if (written.kind === 'list') return written.items.map((item, at) => toValue(item, [...path, at], nulls))
  const value: Record<string, unknown> = {}
  for (const [name, entry] of written.entries) {
    const at = [...path, name]
    const inner = toValue(entry.value, at, nulls)
    if (inner === undefined) nulls.removed.push(at)
    else value[name] = inner
  }
  return value
}

/** What `null` means at a place: an empty map, itself in what talmox only passes on, or nothing. */
function nullAt(path: Path, { isBare }: Nulls): object | null | undefined {
  if (isBare(path)) return {}
  return isFreeForm(path) ? null : undefined
}
