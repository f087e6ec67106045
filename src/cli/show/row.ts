import { concealItem } from './conceal.ts'
import type { Traced } from './trace.ts'

/** One line of a section: what it is, its value, and where the value came from. */
export interface Row {
  readonly label: string
  readonly value: string
  /** The value with secrets hidden. */
  readonly concealed: string
  readonly traced: Traced
}

/** A titled list of rows. */
export interface Section {
  readonly title: string
  readonly rows: readonly Row[]
}

/** A row, or none when there is nothing to show. */
export function row(label: string, value: string | number | readonly string[] | undefined, traced: Traced): Row[] {
  const items = typeof value === 'object' ? value : [String(value ?? '')]
  const text = items.join(', ')
  const concealed = items.map((item) => concealItem(label, item)).join(', ')
  return text === '' ? [] : [{ label, value: text, concealed, traced }]
}

/** Entries of a map as `key=value`. */
export function pairs(map: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(map).map(
    ([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
}
