import { isList, isObject, type Json, type JsonObject, listAt, numberAt, objectAt, sameJson, textAt } from '../json.ts'
import type { StatusCause } from '../status.ts'

/** What the schema of a custom resource says against a value. */
export function schemaFaults(value: Json, schema: JsonObject, path = ''): readonly StatusCause[] {
  if (value === null && schema.nullable === true) return []
  const type = textAt(schema, 'type')
  if (schema['x-kubernetes-int-or-string'] !== true && type !== '' && !TYPES[type]?.(value)) {
    const text = JSON.stringify(nameOf(value))
    return [
      {
        reason: 'FieldValueTypeInvalid',
        field: path,
        message: `Invalid value: ${text}: ${path} in body must be of type ${type}: ${text}`,
      },
    ]
  }
  return [...valueFaults(value, schema, path), ...partFaults(value, schema, path)]
}

const TYPES: Readonly<Record<string, (value: Json) => boolean>> = {
  string: (value) => typeof value === 'string',
  integer: (value) => Number.isInteger(value),
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  object: isObject,
  array: isList,
}

const nameOf = (value: Json): string => (value === null ? 'null' : isList(value) ? 'array' : typeof value)

function valueFaults(value: Json, schema: JsonObject, path: string): StatusCause[] {
  const shown = JSON.stringify(value)
  const fault = (reason: string, message: string): StatusCause => ({ reason, field: path, message })
  const bad = (what: string) => [fault('FieldValueInvalid', `Invalid value: ${shown}: ${path} in body should ${what}`)]
  const options = listAt(schema, 'enum')
  const faults: StatusCause[] = []
  if (options.length > 0 && !options.some((option) => sameJson(option, value))) {
    const list = options.map((option) => JSON.stringify(option)).join(', ')
    faults.push(fault('FieldValueNotSupported', `Unsupported value: ${shown}: supported values: ${list}`))
  }
  const pattern = textAt(schema, 'pattern')
  if (pattern !== '' && typeof value === 'string' && !new RegExp(pattern, 'u').test(value))
    faults.push(...bad(`match '${pattern}'`))
  for (const { key, breaks, words } of LIMITS) {
    const limit = numberAt(schema, key)
    if (limit !== undefined && breaks(value, limit)) faults.push(...bad(words(limit)))
  }
  return faults
}

interface Limit {
  readonly key: string
  readonly breaks: (value: Json, limit: number) => boolean
  readonly words: (limit: number) => string
}

const LIMITS: readonly Limit[] = [
  {
    key: 'minimum',
    breaks: (value, limit) => typeof value === 'number' && value < limit,
    words: (n) => `be greater than or equal to ${n}`,
  },
  {
    key: 'maximum',
    breaks: (value, limit) => typeof value === 'number' && value > limit,
    words: (n) => `be less than or equal to ${n}`,
  },
  {
    key: 'minLength',
    breaks: (value, limit) => typeof value === 'string' && value.length < limit,
    words: (n) => `be at least ${n} chars long`,
  },
  {
    key: 'maxLength',
    breaks: (value, limit) => typeof value === 'string' && value.length > limit,
    words: (n) => `be at most ${n} chars long`,
  },
  {
    key: 'minItems',
    breaks: (value, limit) => isList(value) && value.length < limit,
    words: (n) => `have at least ${n} items`,
  },
  {
    key: 'maxItems',
    breaks: (value, limit) => isList(value) && value.length > limit,
    words: (n) => `have at most ${n} items`,
  },
]

function partFaults(value: Json, schema: JsonObject, path: string): readonly StatusCause[] {
  if (isList(value))
    return value.flatMap((item, index) => schemaFaults(item, objectAt(schema, 'items'), `${path}[${index}]`))
  if (!isObject(value)) return []
  const missing = listAt(schema, 'required')
    .filter((name) => typeof name === 'string')
    .filter((name) => value[name] === undefined)
    .map((name) => ({ reason: 'FieldValueRequired', field: join(path, name), message: 'Required value' }))
  const properties = objectAt(schema, 'properties')
  const others = schema.additionalProperties
  const inner = Object.entries(value).flatMap(([name, part]) => {
    const own = Object.hasOwn(properties, name) ? properties[name] : others
    return part !== undefined && isObject(own) ? schemaFaults(part, own, join(path, name)) : []
  })
  return [...missing, ...inner]
}

const join = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`)

/** A value with the defaults of its schema filled in. */
export function withSchemaDefaults(value: Json, schema: JsonObject): Json {
  if (isList(value)) return value.map((item) => withSchemaDefaults(item, objectAt(schema, 'items')))
  if (!isObject(value)) return value
  const properties = Object.entries(objectAt(schema, 'properties'))
  const others = schema.additionalProperties
  const filled: Record<string, Json | undefined> = { ...value }
  for (const [name, inner] of properties) {
    if (!isObject(inner)) continue
    const part = value[name] ?? inner.default
    if (part !== undefined) filled[name] = withSchemaDefaults(part, inner)
  }
  if (isObject(others))
    for (const [name, part] of Object.entries(value))
      if (part !== undefined) filled[name] = withSchemaDefaults(part, others)
  return filled
}
