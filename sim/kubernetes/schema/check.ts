import { isList, isObject, type Json } from '../json.ts'
import type { Scalar, Type } from './type.ts'

/** What does not fit a type. */
export interface Misfits {
  /** Fields that are not declared, such as `spec.replica`. */
  readonly unknown: readonly string[]
  /** Values of another type. */
  readonly wrong: readonly {
    readonly path: string
    readonly expected: string
    readonly got: string
    readonly owner: string
  }[]
  /** Fields that must be there. */
  readonly missing: readonly string[]
}

/** Compares a value with a type. */
export function misfitsOf(value: Json, type: Type): Misfits {
  const found = { unknown: [] as string[], wrong: [] as Misfits['wrong'][number][], missing: [] as string[] }
  const walk = (part: Json, partType: Type, path: string, owner: string): void => {
    if (part === null) return
    if (partType.kind === 'scalar') {
      const expected = EXPECTED[partType.scalar]
      if (!expected.fits(part)) found.wrong.push({ path, expected: expected.name, got: nameOf(part), owner })
      return
    }
    if (partType.kind === 'list') {
      if (!isList(part)) found.wrong.push({ path, expected: '[]', got: nameOf(part), owner })
      else for (const [index, item] of part.entries()) walk(item, partType.of(), `${path}[${index}]`, owner)
      return
    }
    if (!isObject(part)) {
      found.wrong.push({ path, expected: partType.kind === 'map' ? 'map' : partType.name, got: nameOf(part), owner })
      return
    }
    if (partType.kind === 'map') {
      for (const [key, item] of Object.entries(part))
        if (item !== undefined) walk(item, partType.of(), join(path, key), owner)
      return
    }
    for (const [key, item] of Object.entries(part)) {
      const field = partType.fields.get(key)
      if (field !== undefined && item !== undefined) walk(item, field.type(), join(path, key), partType.name)
      else if (field === undefined && !partType.open) found.unknown.push(join(path, key))
    }
    for (const [key, field] of partType.fields)
      if (field.required && (part[key] === undefined || part[key] === null)) found.missing.push(join(path, key))
  }
  walk(value, type, '', '')
  return found
}

const join = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`)

const nameOf = (value: Json): string =>
  value === null ? 'null' : isList(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value

const isText = (value: Json): boolean => typeof value === 'string'
const isNumber = (value: Json): boolean => typeof value === 'number'

const EXPECTED: { readonly [S in Scalar]: { readonly name: string; readonly fits: (value: Json) => boolean } } = {
  text: { name: 'string', fits: isText },
  integer: { name: 'int32', fits: (value) => Number.isInteger(value) },
  number: { name: 'float64', fits: isNumber },
  flag: { name: 'bool', fits: (value) => typeof value === 'boolean' },
  time: { name: 'string', fits: isText },
  bytes: { name: 'string', fits: isText },
  quantity: { name: 'string', fits: (value) => isText(value) || isNumber(value) },
  'number-or-text': { name: 'string', fits: (value) => isText(value) || isNumber(value) },
  any: { name: 'any', fits: () => true },
}

/** The value without fields that its type does not declare. */
export function pruned(value: Json, type: Type): Json {
  if (isList(value)) return type.kind === 'list' ? value.map((item) => pruned(item, type.of())) : value
  if (!isObject(value) || type.kind === 'scalar' || type.kind === 'list') return value
  const entries = Object.entries(value).flatMap(([key, part]): [string, Json][] => {
    if (part === undefined) return []
    if (type.kind === 'map') return [[key, pruned(part, type.of())]]
    const field = type.fields.get(key)
    if (field !== undefined) return [[key, pruned(part, field.type())]]
    return type.open ? [[key, part]] : []
  })
  return Object.fromEntries(entries)
}
