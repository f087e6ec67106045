import type { Path } from './problem.ts'
import { isFreeForm } from './schema/keys.ts'
import type { Written } from './written.ts'

/** A tree as plain values: what the schema reads. */
export interface PlainValue {
  readonly value: unknown
  /** Where maps say `null` to take something away; these keys are left out of the value. */
  readonly removed: readonly Path[]
}

/** Writes out a tree as plain values; every alias becomes a copy of its own. */
export function plainValue(root: Written): PlainValue {
  const removed: Path[] = []
  return { value: toValue(root, [], removed), removed }
}

function toValue(written: Written, path: Path, removed: Path[]): unknown {
  if (written.kind === 'scalar') return written.value ?? (isFreeForm(path) ? null : undefined)
  if (written.kind === 'list') return written.items.map((item, at) => toValue(item, [...path, at], removed))
  const value: Record<string, unknown> = {}
  for (const [name, entry] of written.entries) {
    const at = [...path, name]
    const inner = toValue(entry.value, at, removed)
    if (inner === undefined) removed.push(at)
    else value[name] = inner
  }
  return value
}
