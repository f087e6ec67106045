import { type Enum, enums } from '../schema/enums.ts'
import { type Fields, fieldsOf } from '../schema/lookup.ts'
import type { Field, ScalarName, Type } from '../schema/notation.ts'
import { formatByteSize, parseByteSize } from './byte-size.ts'
import { formatDuration, parseDuration } from './duration.ts'
import { fieldsOfDocument } from './identity.ts'
import { compareKeys } from './key-order.ts'
import { type Document, get, isList, isMapping, type Mapping, mapping, type Value } from './value.ts'

/** Values that Talos prints in one form however they were written. */
const writers: Partial<Record<ScalarName, (value: Value) => Value>> = {
  duration: (value) => {
    const nanoseconds = typeof value === 'string' ? parseDuration(value) : undefined
    return nanoseconds === undefined ? value : formatDuration(nanoseconds)
  },
  diskSize: (value) => {
    const bytes = typeof value === 'number' ? value : parseByteSize(String(value))
    if (bytes === undefined || bytes === 0) return bytes ?? value
    const text = formatByteSize(bytes)
    return bytes % 1000 === 0 && parseByteSize(text) === bytes ? text : bytes
  },
  mac: (value) => (typeof value === 'string' ? value.toLowerCase() : value),
}

const zeroOf = ({ zero: value = '' }: Enum): string => value

/** The value that an unset field of this type has in Talos, and that is left out when printing. */
function zero(type: Type): Value {
  if (type.form === 'list') return []
  if (type.form === 'struct' || type.form === 'map' || type.form === 'args' || type.form === 'object') return {}
  if (type.form === 'enum') return zeroOf(enums[type.of])
  if (type.of === 'bool') return false
  if (type.of === 'duration') return '0s'
  if (type.of === 'routingTable') return 'unspec'
  return /^u?int|fileMode|diskSize/.test(type.of) ? 0 : ''
}

const writeScalar = (value: Value, type: Type): Value =>
  type.form === 'scalar' ? (writers[type.of]?.(value) ?? value) : value

/** Whether a value is what an unset field of this type has. */
export function isZero(value: Value | undefined, type: Type): boolean {
  if (value === undefined || value === null) return true
  if (type.form === 'struct' && isMapping(value)) return isZeroStruct(value, fieldsOf(type.of))
  if (isList(value)) return value.length === 0
  if (isMapping(value)) return Object.keys(value).length === 0
  return writeScalar(value, type) === zero(type)
}

const isZeroStruct = (value: Mapping, fields: Fields): boolean =>
  Object.entries(value).every(([key, item]) => {
    const field = fields.get(key)
    return field !== undefined && !field.optional && isZero(item, field.type)
  })

function canonicalValue(value: Value, type: Type): Value {
  if (type.form === 'struct' && isMapping(value)) return canonicalStruct(value, fieldsOf(type.of))
  if (type.form === 'list' && isList(value)) return value.map((item) => canonicalValue(item, type.item))
  if (type.form === 'map' && isMapping(value)) return sorted(value, (item) => canonicalValue(item, type.item))
  if ((type.form === 'object' || type.form === 'args') && isMapping(value)) return sortedDeep(value)
  return writeScalar(value, type)
}

const sorted = (value: Mapping, map: (item: Value) => Value): Mapping =>
  mapping(
    Object.entries(value)
      .sort(([a], [b]) => compareKeys(a, b))
      .map(([key, item]) => [key, map(item)]),
  )

const sortedDeep = (value: Value): Value =>
  isMapping(value) ? sorted(value, sortedDeep) : isList(value) ? value.map(sortedDeep) : value

function canonicalField(field: Field, value: Value | undefined): Value | undefined {
  if (field.optional) {
    if (value === undefined || value === null) return field.keep ? null : undefined
    return canonicalValue(value, field.type)
  }
  if (field.keepEmpty && isList(value)) return value
  if (!field.keep && isZero(value, field.type)) return undefined
  return canonicalValue(value ?? zero(field.type), field.type)
}

function canonicalStruct(value: Mapping, fields: Fields): Mapping {
  const known = [...fields.values()].map(
    (field) => [field.name, canonicalField(field, get(value, field.name))] as const,
  )
  const unknown = Object.entries(value).filter(([key]) => !fields.has(key))
  return mapping([...known, ...unknown])
}

/** The form in which Talos prints a document: its key order, nothing empty, always what it always prints. */
export function canonical(document: Document): Document {
  const fields = fieldsOfDocument(document)
  return fields === undefined ? document : canonicalStruct(document, fields)
}
