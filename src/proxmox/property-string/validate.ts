import type { CheckContext } from '../check-context.ts'
import { scalarFault } from '../check-scalar.ts'
import { type Fault, faultsByKey, MISSING, NOT_DEFINED, requiredBy } from '../fault-texts.ts'
import type { FormatName } from '../tables/formats.gen.ts'
import type { Format, Release } from '../tables/types.ts'
import { grammarOf, subKeyOf, subKeysOf } from './grammar.ts'
import { splitPropertyString } from './split.ts'
import { wholeChecks } from './whole-checks.ts'

/** What is wrong with a property string: its syntax or combination, or its sub-keys one by one. */
export type PropertyStringFault =
  | { readonly kind: 'whole'; readonly message: string }
  | { readonly kind: 'sub-keys'; readonly messages: ReadonlyMap<string, string> }

/** Finds what Proxmox would refuse in a property string; sub-keys are named below the given parameter, if any. */
export function findFault(
  name: FormatName,
  text: string,
  context: CheckContext = {},
  parameter?: string,
): PropertyStringFault | undefined {
  const instead = wholeChecks.instead[name]
  if (instead !== undefined) return wholeFault(instead(text))
  const { release = '9' } = context
  const grammar = grammarOf(name, release)
  const split = splitPropertyString(grammar, text)
  if ('fault' in split) return wholeFault(split.fault)
  const place = (key: string) => (parameter === undefined ? key : `${parameter}.${key}`)
  const messages = faultsByKey([
    ...valueFaults(grammar, split.values, release),
    ...keyFaults(grammar, split.values, place),
  ])
  if (messages.size === 0) return wholeFault(wholeChecks.after[name]?.(split.values, context))
  return { kind: 'sub-keys', messages: new Map([...messages].map(([key, message]) => [place(key), message])) }
}

function wholeFault(message: string | undefined): PropertyStringFault | undefined {
  return message === undefined ? undefined : { kind: 'whole', message }
}

/** Faults of the sub-keys that the grammar has. */
function valueFaults(grammar: Format, values: ReadonlyMap<string, string>, release: Release): readonly Fault[] {
  return subKeysOf(grammar).flatMap(([key, entry]) => {
    const text = values.get(key)
    const absent = entry.optional ? undefined : MISSING
    const fault = text === undefined ? absent : scalarFault(entry.type, entry, text, release)
    return fault === undefined ? [] : [[key, fault]]
  })
}

/** Faults of sub-keys that the grammar lacks, or that need another. */
function keyFaults(
  grammar: Format,
  values: ReadonlyMap<string, string>,
  place: (key: string) => string,
): readonly Fault[] {
  return [...values.keys()].flatMap((key) => {
    const entry = subKeyOf(grammar, key)
    if (entry === undefined) return [[key, NOT_DEFINED]]
    const { requires } = entry
    return requires === undefined || values.has(requires) ? [] : [[requires, requiredBy(place(key))]]
  })
}

/** The text that Proxmox puts behind `invalid format - `. */
export function faultText(fault: PropertyStringFault): string {
  if (fault.kind === 'whole') return `${fault.message}\n`
  return `format error\n${[...fault.messages].map(([place, message]) => `${place}: ${message}\n`).join('')}`
}

/** Everything that Proxmox would refuse in a property string, in its words; empty when it is fine. */
export function validate(name: FormatName, text: string, context: CheckContext = {}): readonly string[] {
  const fault = findFault(name, text, context)
  if (fault === undefined) return []
  if (fault.kind === 'whole') return [fault.message.trim()]
  return [...fault.messages].map(([key, message]) => `${key}: ${message.trim()}`)
}
