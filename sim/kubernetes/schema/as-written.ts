import { isList, isObject, type Json, type JsonObject } from '../json.ts'
import type { Field, Type } from './type.ts'

/**
 * A value as the server writes it once it has read it: without what is empty where nothing says otherwise, and with the
 * parts that are always there. What is the same already stays the very same value.
 */
export function asWritten(value: Json, type: Type): Json {
  if (isList(value)) return type.kind === 'list' ? changedItems(value, type.of()) : value
  if (!isObject(value)) return value
  if (type.kind === 'struct') return changedFields(value, type.fields)
  return type.kind === 'map' ? changedValues(value, type.of()) : value
}

/** The parts of a new value that are there before anything is. */
const emptyStruct = (type: Type): Json => asWritten({}, type)

function changedItems(value: readonly Json[], type: Type): Json {
  const items = value.map((item) => asWritten(item, type))
  return items.every((item, at) => item === value[at]) ? value : items
}

function changedValues(value: JsonObject, type: Type): Json {
  let isSame = true
  const entries = Object.entries(value).map(([name, part]) => {
    const written = part === undefined ? undefined : asWritten(part, type)
    isSame &&= written === part
    return [name, written] as const
  })
  return isSame ? value : Object.fromEntries(entries)
}

function changedFields(value: JsonObject, fields: ReadonlyMap<string, Field>): Json {
  const written: Record<string, Json | undefined> = {}
  let isSame = true
  for (const [name, part] of Object.entries(value)) {
    const field = fields.get(name)
    const kept = part === undefined || field === undefined ? part : fieldAsWritten(part, field)
    isSame &&= kept === part
    if (kept !== undefined) written[name] = kept
  }
  for (const [name, { whenEmpty, type }] of fields) {
    if (whenEmpty !== 'present' || written[name] !== undefined || type().kind !== 'struct') continue
    written[name] = emptyStruct(type())
    isSame = false
  }
  return isSame ? value : written
}

function fieldAsWritten(part: Json, { whenEmpty, type }: Field): Json | undefined {
  if (whenEmpty !== undefined && part === null) return undefined
  return whenEmpty === 'absent' && isZero(part) ? undefined : asWritten(part, type())
}

const isZero = (value: Json): boolean =>
  value === '' ||
  value === 0 ||
  value === false ||
  (isList(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0)
