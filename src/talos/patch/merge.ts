import { isDeepStrictEqual } from 'node:util'
import { isZero } from '../document/canonical.ts'
import { at, get, isList, isMapping, type Mapping, mapping, type Value } from '../document/value.ts'
import { type Fields, fieldsOf } from '../schema/lookup.ts'
import type { Field, ScalarName, Type } from '../schema/notation.ts'
import { mergeObject } from './merge-object.ts'
import { mergeUrl } from './merge-url.ts'

type Optional = Value | undefined

/** Scalars that Talos overwrites even when the patch leaves them out. */
const always: ReadonlySet<ScalarName> = new Set(['bool', 'cel', 'bytes', 'pem'])

function mergeScalar(left: Optional, right: Optional, type: Type, optional: boolean): Optional {
  if (type.form === 'scalar' && always.has(type.of)) return right
  if (!optional && isZero(right, type)) return left
  if (type.form !== 'scalar' || typeof left !== 'string' || typeof right !== 'string') return right
  if (type.of === 'url') return mergeUrl(left, right)
  // A share of the disk does not displace an absolute size: Talos keeps both and reads the absolute one.
  return type.of === 'size' && right.endsWith('%') && left !== '' && !left.endsWith('%') ? left : right
}

/** The key that says which element is meant: the only one, or the first of several that is set. */
const keyOf = (element: Value, keys: readonly string[]): string | undefined =>
  keys.length === 1 ? keys[0] : keys.find((key) => at(element, key))

/** Whether two elements agree in a key; a selector with a truth value in it agrees with no other in Talos. */
function agree(a: Value, b: Value, key: string): boolean {
  const [left, right] = [at(a, key) || null, at(b, key) || null]
  const hasTruth = isMapping(right) && Object.values(right).some((value) => typeof value === 'boolean')
  return !hasTruth && isDeepStrictEqual(left, right)
}

/** Merges list elements that agree in their key, and appends the others. */
function mergeByKey(left: readonly Value[], right: readonly Value[], item: Type, keys: readonly string[]): Value[] {
  const result = [...left]
  for (const element of right) {
    const key = keyOf(element, keys)
    const index = key === undefined ? -1 : result.findIndex((other) => agree(other, element, key))
    if (index === -1) result.push(element)
    else result[index] = mergeItem(result[index], element, item) ?? element
  }
  return result
}

/** Puts list elements in the place of those that agree in the given key. */
function swapByKey(left: readonly Value[], right: readonly Value[], key: string): Value[] {
  const added = right.filter((element) => !left.some((other) => agree(other, element, key)))
  return [...left.map((other) => right.findLast((element) => agree(other, element, key)) ?? other), ...added]
}

function mergeList(left: Optional, right: readonly Value[], field: Field, item: Type): Value {
  const present = isList(left) ? left : []
  if (field.replace) return right
  if (field.by.length > 0) return mergeByKey(present, right, item, field.by)
  return field.swap === undefined ? [...present, ...right] : swapByKey(present, right, field.swap)
}

const plainField = (type: Type, optional: boolean): Field => ({
  name: '',
  type,
  optional,
  keep: false,
  keepEmpty: false,
  replace: false,
  by: [],
  swap: undefined,
  since: undefined,
})

/** Elements of lists and values of maps are sections that may be absent, or plain scalars. */
const mergeItem = (left: Optional, right: Optional, type: Type): Optional =>
  mergeField(left, right, plainField(type, type.form === 'struct'))

function mergeMap(left: Mapping, right: Mapping, item: Type): Mapping {
  const merged = Object.entries(right).map(([key, value]) => {
    const present = get(left, key)
    return [key, present === undefined || present === null ? value : mergeItem(present, value, item)] as const
  })
  return mapping([...Object.entries(left), ...merged])
}

function mergeField(left: Optional, right: Optional, field: Field): Optional {
  const { type, optional } = field
  const isSet = right !== undefined && right !== null
  if (optional && (!isSet || left === undefined || left === null)) return isSet ? right : left
  if (type.form === 'struct')
    return mergeStruct(isMapping(left) ? left : {}, isMapping(right) ? right : {}, fieldsOf(type.of))
  if (type.form === 'list') return isList(right) ? mergeList(left, right, field, type.item) : left
  if (type.form === 'scalar' || type.form === 'enum') return mergeScalar(left, right, type, optional)
  if (!isMapping(right)) return left
  if (field.replace) return isZero(right, type) ? left : right
  const present = isMapping(left) ? left : {}
  if (type.form === 'args') return { ...present, ...right }
  return type.form === 'object' ? mergeObject(present, right, [field.name]) : mergeMap(present, right, type.item)
}

/** Merges a section of a patch into the section it changes, field by field. */
export function mergeStruct(left: Mapping, right: Mapping, fields: Fields): Mapping {
  return mapping(
    [...fields.values()].map((field) => [field.name, mergeField(get(left, field.name), get(right, field.name), field)]),
  )
}
