import type { Format } from '../tables/types.ts'
import { parseBoolean } from './boolean.ts'
import { defaultKeyOf, entryOf, subKeyOf } from './grammar.ts'

/** A property string taken apart: texts by sub-key with aliases resolved, or what is wrong with its syntax. */
export type SplitResult = { readonly values: ReadonlyMap<string, string> } | { readonly fault: string }

const duplicate = (key: string) => ({ fault: `duplicate key in comma-separated list property: ${key}` })

/** Takes a property string apart as Proxmox does, up to and without any check of the values. */
export function splitPropertyString(grammar: Format, text: string): SplitResult {
  const values = new Map<string, string>()
  let bare = false
  for (const part of text.split(',')) {
    if (/^\s*$/.test(part)) continue
    const [, key, value] = /^([^=]+)=(.+)\n?$/.exec(part) ?? []
    if (key === undefined || value === undefined) {
      if (part.includes('=')) return { fault: 'missing key in comma-separated list property' }
      const problem = addBare(grammar, part, bare, values)
      if (problem !== undefined) return problem
      bare = true
      continue
    }
    const problem = addNamed(grammar, key, value, values)
    if (problem !== undefined) return problem
  }
  return { values }
}

type Problem = { readonly fault: string } | undefined

function addNamed(grammar: Format, key: string, value: string, values: Map<string, string>): Problem {
  if (values.has(key)) return duplicate(key)
  const entry = entryOf(grammar, key)
  if (entry === undefined || !('alias' in entry)) {
    values.set(key, spelled(grammar, key, value))
    return undefined
  }
  const { alias, keyAlias } = entry
  if (keyAlias !== undefined) {
    if (values.has(keyAlias)) return { fault: `key alias '${keyAlias}' is already defined` }
    values.set(keyAlias, key)
  }
  if (values.has(alias)) return { fault: `key '${alias}' is already defined (via alias)` }
  values.set(alias, spelled(grammar, alias, value))
  return undefined
}

/** A value of zero counts as not given here, so a bare value may replace it. */
function addBare(grammar: Format, value: string, again: boolean, values: Map<string, string>): Problem {
  const key = defaultKeyOf(grammar)
  if (key === undefined) return { fault: 'value without key, but schema does not define a default key' }
  const before = values.get(key)
  if (again || (before !== undefined && before !== '0')) return duplicate(key)
  values.set(key, spelled(grammar, key, value))
  return undefined
}

function spelled(grammar: Format, key: string, value: string): string {
  const boolean = subKeyOf(grammar, key)?.type === 'boolean' ? parseBoolean(value) : undefined
  return boolean === undefined ? value : boolean ? '1' : '0'
}
