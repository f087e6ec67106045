import { scalarFault } from '../check-scalar.ts'
import type { FormatName } from '../tables/formats.gen.ts'
import type { Release } from '../tables/types.ts'
import { grammarOf, subKeyOf, subKeysOf } from './grammar.ts'
import { splitPropertyString } from './split.ts'
import { wholeChecks } from './whole-checks.ts'

/** What a check may have to know of the Proxmox it stands for. */
export interface CheckContext {
  readonly release?: Release
  /** Names of the custom CPU models that exist; when absent, any may. */
  readonly customCpuModels?: ReadonlySet<string>
}

/** What is wrong with a property string: its syntax, its sub-keys one by one, or their combination. */
export type PropertyStringFault =
  | { readonly kind: 'whole'; readonly message: string }
  | { readonly kind: 'sub-keys'; readonly messages: ReadonlyMap<string, string> }

const NOT_DEFINED = 'property is not defined in schema and the schema does not allow additional properties'

/** Finds what Proxmox would refuse in a property string. */
export function findFault(name: FormatName, text: string, context: CheckContext = {}): PropertyStringFault | undefined {
  const instead = wholeChecks.instead[name]?.(text)
  if (name in wholeChecks.instead) return instead === undefined ? undefined : { kind: 'whole', message: instead }
  const split = splitPropertyString(grammarOf(name, context.release), text)
  if ('fault' in split) return { kind: 'whole', message: split.fault }
  const messages = subKeyFaults(name, split.values, context.release ?? '9')
  if (messages.size > 0) return { kind: 'sub-keys', messages }
  const after = wholeChecks.after[name]?.(split.values, context)
  return after === undefined ? undefined : { kind: 'whole', message: after }
}

function subKeyFaults(name: FormatName, values: ReadonlyMap<string, string>, release: Release): Map<string, string> {
  const grammar = grammarOf(name, release)
  const faults = new Map<string, string>()
  for (const [key, entry] of subKeysOf(grammar)) {
    const text = values.get(key)
    if (text === undefined && !entry.optional) faults.set(key, 'property is missing and it is not optional')
    const fault = text === undefined ? undefined : scalarFault(entry.type, entry, text, release)
    if (fault !== undefined) faults.set(key, fault)
  }
  for (const key of values.keys()) {
    const entry = subKeyOf(grammar, key)
    if (entry === undefined) faults.set(key, NOT_DEFINED)
    const { requires } = entry ?? {}
    if (requires !== undefined && !values.has(requires)) faults.set(requires, `missing property required by '${key}'`)
  }
  return faults
}

/** The text that Proxmox puts behind `invalid format - ` for a parameter of the given name. */
export function faultText(fault: PropertyStringFault, parameter: string): string {
  if (fault.kind === 'whole') return `${fault.message}\n`
  const lines = [...fault.messages].map(([key, message]) => `${parameter}.${key}: ${named(message, parameter)}\n`)
  return `format error\n${lines.join('')}`
}

/** The key in `required by` carries the name of the parameter too. */
function named(message: string, parameter: string): string {
  return message.replace(/^(missing property required by ')/, `$1${parameter}.`)
}

/** Everything that Proxmox would refuse in a property string, in its words; empty when it is fine. */
export function validate(name: FormatName, text: string, context: CheckContext = {}): readonly string[] {
  const fault = findFault(name, text, context)
  if (fault === undefined) return []
  if (fault.kind === 'whole') return [fault.message.trim()]
  return [...fault.messages].map(([key, message]) => `${key}: ${message.trim()}`)
}
