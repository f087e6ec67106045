/** Anything that a YAML document can hold once it is read. */
export type Value = string | number | boolean | null | readonly Value[] | Mapping

/** A YAML mapping; keys keep the order in which they were written. */
export interface Mapping {
  readonly [key: string]: Value
}

/** One document of a machine configuration. */
export type Document = Mapping

/** Whether a value is a mapping. */
export const isMapping = (value: Value | undefined): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a value is a list. */
export const isList = (value: Value | undefined): value is readonly Value[] => Array.isArray(value)

/** The value under a key, never one inherited from a prototype. */
export const get = (mapping: Mapping, key: string): Value | undefined =>
  Object.hasOwn(mapping, key) ? mapping[key] : undefined

/** The value at the end of a path of keys, where every step is a mapping. */
export function at(value: Value | undefined, ...path: readonly string[]): Value | undefined {
  return path.reduce<Value | undefined>((here, key) => (isMapping(here) ? get(here, key) : undefined), value)
}

/** The text at the end of a path, or nothing if it is not text. */
export function textAt(value: Value | undefined, ...path: readonly string[]): string | undefined {
  const found = at(value, ...path)
  return typeof found === 'string' ? found : undefined
}

/** The list at the end of a path; empty if there is none. */
export function listAt(value: Value | undefined, ...path: readonly string[]): readonly Value[] {
  const found = at(value, ...path)
  return isList(found) ? found : []
}

/** A mapping from entries, leaving out those without a value. */
export const mapping = (entries: Iterable<readonly [string, Value | undefined]>): Mapping =>
  Object.fromEntries([...entries].filter((entry): entry is [string, Value] => entry[1] !== undefined))

/** A mapping from a literal, leaving out those keys without a value. */
export const compact = (entries: Readonly<Record<string, Value | undefined>>): Mapping =>
  mapping(Object.entries(entries))
