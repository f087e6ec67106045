import type { Span } from './text-index.ts'

/** What a scalar of the cluster file can be; `null` removes an inherited value. */
export type ScalarValue = string | number | boolean | null

/** One key of a map and its value; a merged key is where the merged map writes it. */
export interface Entry {
  readonly key: Span
  readonly value: Written
}

interface Extent {
  /** Where the value itself is written: an alias stands for the text behind its anchor. */
  readonly span: Span
  /** How many values it holds with every alias written out, itself included. */
  readonly size: number
  /** How many maps and lists nest in it, itself included. */
  readonly height: number
}

/** A value as it is written in a file, with aliases and merge keys resolved: the same value may be reached in many ways. */
export type Written = Extent &
  (
    | { readonly kind: 'scalar'; readonly value: ScalarValue }
    | { readonly kind: 'list'; readonly items: readonly Written[] }
    | { readonly kind: 'map'; readonly entries: ReadonlyMap<string, Entry> }
  )

/** The value below a map or list at a key or index. */
export function childOf(written: Written, part: string | number): { key?: Span; value: Written } | undefined {
  if (written.kind === 'map') return written.entries.get(String(part))
  if (written.kind === 'scalar' || typeof part === 'string') return undefined
  const value = written.items[part]
  return value && { value }
}
