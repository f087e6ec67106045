/** A value of a JSON document. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject

/** An object of a JSON document; a key without value is no key. */
export interface JsonObject {
  readonly [key: string]: Json | undefined
}

/** Whether a value is an object, and neither list nor null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether a value is a list. */
export function isList(value: unknown): value is readonly Json[] {
  return Array.isArray(value)
}

/** The object at a path, or an empty one. */
export function objectAt(value: Json | undefined, ...path: readonly string[]): JsonObject {
  const found = valueAt(value, ...path)
  return isObject(found) ? found : {}
}

/** The list at a path, or an empty one. */
export function listAt(value: Json | undefined, ...path: readonly string[]): readonly Json[] {
  const found = valueAt(value, ...path)
  return isList(found) ? found : []
}

/** The objects of the list at a path. */
export function objectsAt(value: Json | undefined, ...path: readonly string[]): readonly JsonObject[] {
  return listAt(value, ...path).filter(isObject)
}

/** The text at a path, or an empty one. */
export function textAt(value: Json | undefined, ...path: readonly string[]): string {
  const found = valueAt(value, ...path)
  return typeof found === 'string' ? found : ''
}

/** The number at a path, if there is one. */
export function numberAt(value: Json | undefined, ...path: readonly string[]): number | undefined {
  const found = valueAt(value, ...path)
  return typeof found === 'number' ? found : undefined
}

/** The texts of a map of texts, such as labels. */
export function textsAt(value: Json | undefined, ...path: readonly string[]): Readonly<Record<string, string>> {
  const entries = Object.entries(objectAt(value, ...path))
  return Object.fromEntries(entries.flatMap(([key, text]) => (typeof text === 'string' ? [[key, text]] : [])))
}

/** What stands at a path. */
export function valueAt(value: Json | undefined, ...path: readonly string[]): Json | undefined {
  let found: Json | undefined = value
  for (const key of path) found = isObject(found) && Object.hasOwn(found, key) ? found[key] : undefined
  return found
}

/** The same value with another one at a path; objects on the way are made. */
export function withValue(value: JsonObject, path: readonly string[], replacement: Json | undefined): JsonObject {
  const [key, ...rest] = path
  if (key === undefined) return value
  if (rest.length > 0) return { ...value, [key]: withValue(objectAt(value, key), rest, replacement) }
  if (replacement !== undefined) return { ...value, [key]: replacement }
  const { [key]: _, ...others } = value
  return others
}

/** Reads a JSON text; fails as `JSON.parse` does. */
export function parseJson(text: string): Json {
  const value: Json = JSON.parse(text)
  return value
}

/** Whether two values are the same, whatever the order of keys. */
export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true
  if (isList(a)) return isList(b) && a.length === b.length && a.every((item, index) => sameJson(item, b[index]))
  if (!isObject(a) || !isObject(b)) return false
  const keys = definedKeys(a)
  return keys.length === definedKeys(b).length && keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]))
}

const definedKeys = (value: JsonObject): string[] => Object.keys(value).filter((key) => value[key] !== undefined)
