import { type FormatName, formats, formats8 } from '../tables/formats.gen.ts'
import type { Format, Release, SubKey, SubKeyAlias } from '../tables/types.ts'

/** The grammar of a property string in a release. */
export function grammarOf(name: FormatName, release: Release = '9'): Format {
  return (release === '8' ? formats8[name] : undefined) ?? formats[name]
}

/** A sub-key or alias by name; undefined for names that the grammar does not have. */
export function entryOf(grammar: Format, name: string): SubKey | SubKeyAlias | undefined {
  return Object.hasOwn(grammar, name) ? grammar[name] : undefined
}

/** A sub-key by name; undefined for aliases and unknown names. */
export function subKeyOf(grammar: Format, name: string): SubKey | undefined {
  const entry = entryOf(grammar, name)
  return entry === undefined || 'alias' in entry ? undefined : entry
}

type SubKeys = readonly (readonly [string, SubKey])[]

/** Grammars are constants, and comparing the VMs of a cluster asks for them a thousand times. */
const known = new WeakMap<Format, SubKeys>()

/** The sub-keys of a grammar, without its aliases. */
export function subKeysOf(grammar: Format): SubKeys {
  const listed = known.get(grammar) ?? list(grammar)
  known.set(grammar, listed)
  return listed
}

function list(grammar: Format): SubKeys {
  return Object.keys(grammar).flatMap((name) => {
    const entry = subKeyOf(grammar, name)
    return entry === undefined ? [] : [[name, entry] as const]
  })
}

/** The sub-key whose value may stand without its name. */
export function defaultKeyOf(grammar: Format): string | undefined {
  return subKeysOf(grammar).find(([, entry]) => entry.defaultKey)?.[0]
}

/** The pair of sub-keys that is written as one: `{ name: 'model', value: 'macaddr' }` for `virtio=MAC`. */
export function keyAliasOf(grammar: Format): { readonly name: string; readonly value: string } | undefined {
  for (const entry of Object.values(grammar)) {
    if ('alias' in entry && entry.keyAlias !== undefined) return { name: entry.keyAlias, value: entry.alias }
  }
  return undefined
}
