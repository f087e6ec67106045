import { UserError } from '../../user-error.ts'
import { printDiskSize } from '../format-checks/disk-size.ts'
import type { FormatName } from '../tables/formats.gen.ts'
import type { Format, Release } from '../tables/types.ts'
import { defaultKeyOf, entryOf, grammarOf, keyAliasOf, subKeyOf } from './grammar.ts'
import type { PropertyString, PropertyValue, PropertyValues } from './value.ts'

/** Writes a property string in the order that Proxmox writes it: default key, required sub-keys, the others by name. */
export function print<F extends FormatName>(name: F, value: PropertyString<F>, release: Release = '9'): string {
  return printValues(name, value, release)
}

/** The same for sub-keys whose grammar is only known at run time. */
export function printValues(name: FormatName, value: PropertyValues, release: Release = '9'): string {
  const grammar = grammarOf(name, release)
  const texts = new Map(
    Object.keys(value)
      .sort()
      .flatMap((key) => {
        const text = textOf(name, grammar, key, value[key])
        return text === undefined ? [] : [[key, text]]
      }),
  )
  const defaultKey = defaultKeyOf(grammar)
  const head = defaultKey === undefined ? [] : takeHead(grammar, defaultKey, texts)
  const isRequired = (key: string) => subKeyOf(grammar, key)?.optional === undefined && Object.hasOwn(grammar, key)
  const rest = [...texts]
    .sort(([a], [b]) => Number(isRequired(b)) - Number(isRequired(a)))
    .map(([key, text]) => `${key}=${text}`)
  return [...head, ...rest].join(',')
}

/** Takes the part that stands first, with its name only where it would be misread without. */
function takeHead(grammar: Format, defaultKey: string, texts: Map<string, string>): readonly string[] {
  const text = texts.get(defaultKey)
  if (text === undefined) return []
  texts.delete(defaultKey)
  const pair = keyAliasOf(grammar)
  const partner = pair?.name === defaultKey ? texts.get(pair.value) : undefined
  if (pair !== undefined && partner !== undefined && isKeyAlias(grammar, text)) {
    texts.delete(pair.value)
    return [`${text}=${partner}`]
  }
  return [text.includes('=') || text.trim() === '' ? `${defaultKey}=${text}` : text]
}

function isKeyAlias(grammar: Format, name: string): boolean {
  const entry = entryOf(grammar, name)
  return entry !== undefined && 'alias' in entry && entry.keyAlias !== undefined
}

function textOf(name: FormatName, grammar: Format, key: string, value: PropertyValue | undefined): string | undefined {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return undefined
  const entry = entryOf(grammar, key)
  if (entry !== undefined && 'alias' in entry) {
    throw unprintable(name, key, `is another name of ${entry.alias}; use that`)
  }
  if (/[=,\n]/.test(key) || key.trim() === '') throw unprintable(name, key, 'is not a name of a sub-key')
  const text = entry?.format === 'disk-size' && typeof value === 'number' ? printDiskSize(value) : plain(value)
  if (text === '') throw unprintable(name, key, 'is empty; leave it out')
  if (/[,\n]/.test(text)) throw unprintable(name, key, `holds a comma or a line feed: '${text}'`)
  if (Array.isArray(value) && value.some((part) => part === '' || part.includes(';'))) {
    throw unprintable(name, key, `holds a semicolon or an empty text in its list: '${text}'`)
  }
  return text
}

function plain(value: PropertyValue): string {
  if (typeof value === 'boolean') return value ? '1' : '0'
  return typeof value === 'object' ? value.join(';') : String(value)
}

function unprintable(name: FormatName, key: string, why: string): UserError {
  return new UserError('property-string', `cannot write ${name}: ${key} ${why}`)
}
