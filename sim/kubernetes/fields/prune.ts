import { isList, isObject, type Json } from '../json.ts'
import type { Type } from '../schema/type.ts'
import { difference, type FieldSet, intersection, isMember, union, withStep } from './field-set.ts'
import { fieldsOf } from './ownership.ts'
import { isDeclared, partsOf, stepType } from './parts.ts'

/**
 * Takes out of a merged object what its applier no longer says: everything it owned goes, what somebody owns comes back,
 * and with it what was there without an owner.
 */
export function prune(merged: Json, type: Type, last: FieldSet, everyones: FieldSet | undefined): Json {
  const owned = withNamed(last, type)
  const present = (value: Json) => withNamed(fieldsOf(value, type), type)
  const all = present(merged)
  const bare = present(remove(merged, type, owned) ?? null)
  const wanted = remove(merged, type, difference(all, union(bare, withNamed(everyones, type))))
  return remove(merged, type, intersection(difference(all, present(wanted ?? null)), owned)) ?? null
}

/** A set in which the declared fields on the way to members are members too. */
function withNamed(set: FieldSet | undefined, type: Type): FieldSet | undefined {
  if (set === undefined) return undefined
  return withStep(set, (step, below) => {
    const inner = withNamed(below, stepType(type, step))
    return inner !== undefined && isDeclared(type, step) && !isMember(inner) ? { '.': {}, ...inner } : inner
  })
}

/** A value without the members of a set; nothing where nothing is left. */
function remove(value: Json, type: Type, taken: FieldSet | undefined): Json | undefined {
  if (taken === undefined) return value
  if (!isObject(value) && !isList(value)) return value
  const parts = partsOf(value, type)
  if (parts === undefined || parts.length === 0) return undefined
  const left = parts.flatMap(({ step, value: part, type: partType }) => {
    const below = Object.hasOwn(taken, step) ? taken[step] : undefined
    if (below !== undefined && isMember(below)) return []
    return [[step, remove(part, partType, below) ?? null] as const]
  })
  if (left.length === 0) return undefined
  return isList(value)
    ? left.map(([, item]) => item)
    : Object.fromEntries(left.map(([step, part]) => [step.slice(2), part]))
}
