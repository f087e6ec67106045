import { formatPath, type Path } from '../../spec/problem.ts'
import { UserError } from '../../user-error.ts'
import { get, isList, isMapping, type Mapping, mapping, type Value } from '../document/value.ts'

const kindOf = (value: Value): string => {
  if (isList(value)) return 'a list'
  if (isMapping(value)) return 'a mapping'
  if (typeof value === 'number') return Number.isInteger(value) ? 'a whole number' : 'a number'
  return typeof value === 'string' ? 'text' : value === null ? 'nothing' : 'true or false'
}

function mergeAny(left: Value, right: Value, path: Path): Value {
  if (kindOf(left) !== kindOf(right)) {
    throw new UserError(
      'talos-patch-type',
      `${formatPath(path)} is ${kindOf(left)}, the patch has ${kindOf(right)} there`,
      { hint: 'Talos merges only values of one type; delete the key with `$patch: delete` first' },
    )
  }
  if (isList(left) && isList(right)) return [...left, ...right]
  if (isMapping(left) && isMapping(right)) return mergeObject(left, right, path)
  return right === '' || right === 0 ? left : right
}

/** Merges mappings that Talos knows nothing about: lists append, zero and empty text change nothing. */
export function mergeObject(left: Mapping, right: Mapping, path: Path): Mapping {
  const merged = Object.entries(right).map(([key, value]) => {
    const present = get(left, key)
    return [key, present === undefined || present === null ? value : mergeAny(present, value, [...path, key])] as const
  })
  return mapping([...Object.entries(left), ...merged])
}
