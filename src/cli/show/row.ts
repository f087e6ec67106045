import type { Traced } from './trace.ts'

/** One line of a section: what it is, its value, and where the value came from. */
export interface Row {
  readonly label: string
  readonly value: string
  readonly traced: Traced
}

/** A titled list of rows. */
export interface Section {
  readonly title: string
  readonly rows: readonly Row[]
}

/** A row, or none when there is nothing to show. */
export function row(label: string, value: string | number | readonly string[] | undefined, traced: Traced): Row[] {
  const text = typeof value === 'object' ? value.join(', ') : String(value ?? '')
  return text === '' ? [] : [{ label, value: text, traced }]
}

/** Entries of a map as `key=value`. */
export function pairs(map: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(map).map(
    ([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
}
