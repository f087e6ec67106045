import { UserError } from '../../user-error.ts'
import { typeFault } from '../check-scalar.ts'
import { MISSING } from '../fault-texts.ts'
import type { FormatName } from '../tables/formats.gen.ts'
import type { Format, Release } from '../tables/types.ts'
import { grammarOf, subKeyOf, subKeysOf } from './grammar.ts'
import { readValue } from './read-value.ts'
import { splitPropertyString } from './split.ts'
import type { PropertyString, PropertyValue, PropertyValues } from './value.ts'

/**
 * Reads a property string. It fails where the text cannot mean anything (syntax, types, missing sub-keys); what a
 * newer Proxmox may have added (sub-keys, members of enumerations, limits) is kept, and is for `validate` to judge.
 */
export function parse<F extends FormatName>(name: F, text: string, release: Release = '9'): PropertyString<F> {
  const grammar = grammarOf(name, release)
  const split = splitPropertyString(grammar, text)
  if ('fault' in split) throw unreadable(name, text, [split.fault])
  const entries = [...split.values].map(([key, part]) => [key, valueAt(grammar, key, part)] as const)
  const wrong = entries.filter(([, value]) => value === undefined).map(([key]) => key)
  const values = Object.fromEntries(entries.flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])))
  if (wrong.length === 0 && isComplete<F>(grammar, values)) return values
  throw unreadable(name, text, [
    ...wrong.map((key) => `${key}: ${typeComplaint(grammar, key, split.values.get(key) ?? '')}`),
    ...missingKeys(grammar, split.values.keys()).map((key) => `${key}: ${MISSING}`),
  ])
}

function valueAt(grammar: Format, key: string, text: string): PropertyValue | undefined {
  const entry = subKeyOf(grammar, key)
  return entry === undefined ? text : readValue(entry, text)
}

function missingKeys(grammar: Format, given: Iterable<string>): readonly string[] {
  const have = new Set(given)
  return subKeysOf(grammar).flatMap(([key, entry]) => (entry.optional || have.has(key) ? [] : [key]))
}

/** With every value of its type and no sub-key missing, the values are what the grammar's type says. */
function isComplete<F extends FormatName>(grammar: Format, values: PropertyValues): values is PropertyString<F> {
  return missingKeys(grammar, Object.keys(values)).length === 0
}

function typeComplaint(grammar: Format, key: string, text: string): string {
  const entry = subKeyOf(grammar, key)
  return (entry && typeFault(entry.type, text)) ?? `value does not look like a valid disk size: ${text}`
}

function unreadable(name: FormatName, text: string, faults: readonly string[]): UserError {
  return new UserError('property-string', `cannot read '${text}' as ${name}: ${faults.join('; ')}`)
}
