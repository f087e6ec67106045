import { isObject, type Json, type JsonObject } from './api-tree.ts'
import { lastIndexOf } from './last-index.ts'
import { propertyStringNames } from './named-formats.ts'
import { jsPattern } from './perl-pattern.ts'

/** A row of a table about to be written; the compiler checks what was written. */
export type Row = Readonly<Record<string, unknown>>

/** Sets that the schema prints wrongly, by parameter name. */
const enumOverrides: Readonly<Record<string, readonly string[]>> = { compression: ['gz', 'lzo', 'zst', 'bz2'] }

/** A parameter of an API method; `inline` gives a name to a grammar written in place. */
export function parameterRow(name: string, schema: JsonObject, inline: (format: JsonObject) => string): Row {
  const of = schema['instance-types']
  const by = schema['type-property']
  return dropAbsent({
    ...rules(name, schema),
    propertyString: propertyString(schema, inline),
    lastIndex: lastIndexOf(name),
    items: isObject(schema.items) ? parameterRow(name, schema.items, inline) : undefined,
    variant: Array.isArray(of) && typeof by === 'string' ? { by, of } : undefined,
  })
}

/** A grammar written in place: its sub-keys by name. */
export function formatRow(schema: JsonObject): Row {
  return Object.fromEntries(
    Object.entries(schema).flatMap(([name, sub]) => (isObject(sub) ? [[name, subKeyRow(name, sub)]] : [])),
  )
}

function subKeyRow(name: string, schema: JsonObject): Row {
  const { alias, keyAlias } = schema
  if (typeof alias === 'string') return dropAbsent({ alias, keyAlias })
  const row = rules(name, schema)
  return dropAbsent({
    ...row,
    defaultKey: truthy(schema.default_key) || undefined,
    list: isList(row) || undefined,
  })
}

function rules(name: string, schema: JsonObject): Row {
  const { format, pattern, requires } = schema
  return dropAbsent({
    type: knownType(name, schema.type),
    optional: truthy(schema.optional) || undefined,
    format: typeof format === 'string' && !(format in propertyStringNames) ? format : undefined,
    minimum: numeric(schema.minimum),
    maximum: numeric(schema.maximum),
    minLength: numeric(schema.minLength),
    maxLength: numeric(schema.maxLength),
    enum: 'enum' in schema ? enumeration(name, schema.enum) : undefined,
    pattern: typeof pattern === 'string' ? jsPattern(pattern) : undefined,
    default: defaultValue(schema.default),
    requires: typeof requires === 'string' ? requires : undefined,
  })
}

function isList(row: Row): boolean {
  return String(row.format).endsWith('-list') || /\(\?:;|\(;|;\)\*/.test(String(row.pattern))
}

function propertyString(schema: JsonObject, inline: (format: JsonObject) => string): string | undefined {
  if (isObject(schema.format)) return inline(schema.format)
  return typeof schema.format === 'string' ? propertyStringNames[schema.format] : undefined
}

/** Proxmox does not check what has no type, which comes down to a string. */
function knownType(name: string, type: Json | undefined = 'string'): string {
  const known = ['string', 'integer', 'number', 'boolean', 'array'].find((each) => each === type)
  if (known === undefined) throw new Error(`the schema of ${name} has the unknown type ${JSON.stringify(type)}`)
  return known
}

function enumeration(name: string, values: Json | undefined): readonly string[] {
  const known = Array.isArray(values) ? values.map(String) : enumOverrides[name]
  if (known === undefined) throw new Error(`the enumeration of ${name} is ${JSON.stringify(values)}`)
  return known
}

/** Some defaults are sentences for people; only values are kept. */
function defaultValue(value: Json | undefined): string | number | undefined {
  if (typeof value === 'number') return value
  return typeof value === 'string' && /^\S+$/.test(value) ? value : undefined
}

function numeric(value: Json | undefined): number | undefined {
  return value === undefined || value === null ? undefined : Number(value)
}

function truthy(value: Json | undefined): boolean {
  return value === 1 || value === true || value === '1'
}

/** Removes keys without a value, so that equal rows are written equally. */
export function dropAbsent(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined && value !== null))
}
