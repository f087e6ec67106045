import type { FormatName } from '../tables/formats.gen.ts'
import type { Release, SubKey } from '../tables/types.ts'
import { grammarOf, subKeyOf, subKeysOf } from './grammar.ts'
import { readValue } from './read-value.ts'
import { tryParse } from './try-parse.ts'
import type { PropertyValue } from './value.ts'

/** Whether two property strings mean the same: order, spelling of booleans and sizes, aliases and defaults aside. */
export function equal(name: FormatName, a: string, b: string, release: Release = '9'): boolean {
  return canonical(name, a, release) === canonical(name, b, release)
}

/** A text that is the same for all property strings that mean the same; an unreadable one stands for itself. */
export function canonical(name: FormatName, text: string, release: Release = '9'): string {
  const values = tryParse(name, text, release)
  if (values === undefined) return `unreadable ${text}`
  const grammar = grammarOf(name, release)
  const all = new Map<string, PropertyValue | undefined>(
    subKeysOf(grammar).map(([key, entry]) => [key, defaultOf(entry)]),
  )
  for (const [key, value] of Object.entries(values)) all.set(key, value)
  const lines = [...all].flatMap(([key, value]) =>
    value === undefined || isEmpty(value) ? [] : [JSON.stringify([key, folded(subKeyOf(grammar, key), value)])],
  )
  return lines.sort().join('\n')
}

function defaultOf(entry: SubKey): PropertyValue | undefined {
  return entry.default === undefined ? undefined : readValue(entry, String(entry.default))
}

function isEmpty(value: PropertyValue): boolean {
  return Array.isArray(value) && value.length === 0
}

/** Case means nothing in a MAC address. */
function folded(entry: SubKey | undefined, value: PropertyValue): PropertyValue {
  return entry?.format === 'mac-addr' && typeof value === 'string' ? value.toUpperCase() : value
}
