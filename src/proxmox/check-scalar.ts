import { checkFormat } from './format-checks/check-format.ts'
import type { Release, Rules, ScalarType } from './tables/types.ts'

// Everywhere in Proxmox, the end of a text may be a line feed.
const INTEGER = /^[+-]?\d+\n?$/
const NUMBER = /^[+-]?(?:\d+\.\d+|\d+\.|\.\d+|\d+)(?:[eE][+-]?\d+)?\n?$/

const typeTests: Readonly<Record<ScalarType, (text: string) => boolean>> = {
  string: () => true,
  boolean: (text) => text === '1' || text === '0',
  integer: (text) => INTEGER.test(text),
  number: (text) => NUMBER.test(text),
}

/** What Proxmox says of a text that is not of its type. */
export function typeFault(type: ScalarType, text: string): string | undefined {
  return typeTests[type](text) ? undefined : `type check ('${type}') failed - got '${text}'`
}

/** What Proxmox says of a text that lacks its named format. */
export function formatFault(rules: Rules, text: string, release: Release): string | undefined {
  const complaint = rules.format === undefined ? undefined : checkFormat(rules.format, text, release)
  return complaint === undefined ? undefined : `invalid format - ${complaint}\n`
}

/** What Proxmox says of a text that breaks its pattern, length, limits or enumeration: the first of these. */
export function limitFault(rules: Rules, text: string): string | undefined {
  const { pattern, minLength = 0, maxLength = Infinity, minimum = -Infinity, maximum = Infinity } = rules
  if (pattern !== undefined && !wholeMatch(pattern).test(text)) return 'value does not match the regex pattern'
  // A text never has more characters than code units, and at least half as many.
  const length = text.length > maxLength || text.length < 2 * minLength ? [...text].length : text.length
  if (length > maxLength) return `value may only be ${maxLength} characters long`
  if (length < minLength) return `value must be at least ${minLength} characters long`
  const number = NUMBER.test(text) ? Number(text) : Number.NaN
  if (number > maximum) return `value must have a maximum value of ${maximum}`
  if (number < minimum) return `value must have a minimum value of ${minimum}`
  if (rules.enum === undefined || rules.enum.includes(text)) return undefined
  return `value '${text}' does not have a value in the enumeration '${rules.enum.join(', ')}'`
}

/** Proxmox anchors a pattern without grouping it, and lets one line feed follow. */
function wholeMatch(pattern: string): RegExp {
  return new RegExp(`^${pattern}\\n?$`)
}

/** The first thing that is wrong with a text, in the order in which Proxmox looks. */
export function scalarFault(type: ScalarType, rules: Rules, text: string, release: Release): string | undefined {
  return typeFault(type, text) ?? formatFault(rules, text, release) ?? limitFault(rules, text)
}
