import { isObject, type JsonObject, listAt, objectAt, textAt } from '../json.ts'
import { ANY, type Field, type Relation, type Scalar, type Type } from './type.ts'

const SCALARS: Readonly<Record<string, Scalar>> = {
  string: 'text',
  integer: 'integer',
  number: 'number',
  boolean: 'flag',
}

/** The type that the schema of a custom resource describes; its metadata is that of every object. */
export function customType(schema: JsonObject, metadata: Type): Type {
  const type = typeOf(schema, '')
  if (type.kind !== 'struct') return type
  const own: ReadonlyMap<string, Field> = new Map([
    ...type.fields,
    ...['apiVersion', 'kind'].map((name): [string, Field] => [name, { required: false, type: () => TEXT }]),
    ['metadata', { required: false, type: () => metadata }],
  ])
  return { ...type, fields: own }
}

const TEXT: Type = { kind: 'scalar', scalar: 'text' }

function typeOf(schema: JsonObject, name: string): Type {
  if (schema['x-kubernetes-int-or-string'] === true) return { kind: 'scalar', scalar: 'number-or-text' }
  const atomic = textAt(schema, 'x-kubernetes-map-type') === 'atomic'
  const open = schema['x-kubernetes-preserve-unknown-fields'] === true
  if (textAt(schema, 'type') === 'array') return listOf(schema, name)
  const values = schema.additionalProperties
  if (isObject(values)) return { kind: 'map', of: () => typeOf(values, name), atomic }
  if (textAt(schema, 'type') === 'object' || isObject(schema.properties)) {
    const properties = Object.entries(objectAt(schema, 'properties'))
    if (properties.length === 0 && open) return ANY
    const required = new Set(listAt(schema, 'required'))
    const fields = properties.flatMap(([field, inner]): [string, Field][] =>
      isObject(inner) ? [[field, { required: required.has(field), type: () => typeOf(inner, field) }]] : [],
    )
    return { kind: 'struct', fields: new Map(fields), atomic, retain: false, open, name }
  }
  const scalar = SCALARS[textAt(schema, 'type')]
  return scalar === undefined ? ANY : { kind: 'scalar', scalar }
}

function listOf(schema: JsonObject, name: string): Type {
  const items = objectAt(schema, 'items')
  const keys = listAt(schema, 'x-kubernetes-list-map-keys').filter((key) => typeof key === 'string')
  const kind = textAt(schema, 'x-kubernetes-list-type')
  const relation: Relation = kind === 'map' ? { kind, keys } : kind === 'set' ? { kind } : { kind: 'atomic' }
  return { kind: 'list', of: () => typeOf(items, name), relation, mergeKey: undefined }
}
