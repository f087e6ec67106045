import { readFileSync } from 'node:fs'

/** Any value of the schema documents. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject
/** An object of the schema documents. */
export interface JsonObject {
  readonly [key: string]: Json | undefined
}

/** Narrows to an object. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The object at a key, or an empty one. */
export function objectAt(value: JsonObject, key: string): JsonObject {
  const found = value[key]
  return isObject(found) ? found : {}
}

/** Reads a JSON file. */
export function readJson(file: string): Json {
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** Flattens the schema tree into methods by path. */
export function methodsByPath(tree: Json): ReadonlyMap<string, JsonObject> {
  const found = new Map<string, JsonObject>()
  const visit = (node: Json): void => {
    if (!isObject(node)) return
    if (typeof node.path === 'string' && isObject(node.info)) found.set(node.path, node.info)
    if (Array.isArray(node.children)) for (const child of node.children) visit(child)
  }
  if (Array.isArray(tree)) for (const node of tree) visit(node)
  return found
}

/**
 * The parameters of a method by name. Newer schemas describe variants (`allOf`, `oneOf` with a type property)
 * instead of one flat list; here each parameter carries the variants that know it.
 */
export function parametersOf(method: JsonObject): ReadonlyMap<string, JsonObject> {
  const found = new Map<string, JsonObject>()
  collect(objectAt(method, 'parameters'), undefined, found)
  return found
}

interface Variant {
  readonly by: string
  readonly of: string
}

function collect(schema: JsonObject, variant: Variant | undefined, into: Map<string, JsonObject>): void {
  for (const [name, value] of Object.entries(objectAt(schema, 'properties'))) {
    if (isObject(value)) into.set(name, merge(into.get(name), value, variant))
  }
  for (const part of list(schema.allOf)) collect(part, variant, into)
  const by = schema['type-property']
  if (typeof by !== 'string') return
  if (isObject(schema['type-property-schema'])) into.set(by, schema['type-property-schema'])
  for (const part of list(schema.oneOf)) {
    const of = part['instance-type']
    if (typeof of === 'string') collect(part, { by, of }, into)
  }
}

function merge(known: JsonObject | undefined, value: JsonObject, variant: Variant | undefined): JsonObject {
  if (variant === undefined) return value
  const before = Array.isArray(known?.['instance-types']) ? known['instance-types'] : []
  return { ...value, 'type-property': variant.by, 'instance-types': [...before, variant.of] }
}

function list(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}
