import { isList, isObject, type Json, sameJson } from '../json.ts'
import type { Type } from '../schema/type.ts'
import { type FieldSet, fieldSet, LEAF, union } from './field-set.ts'
import { isDeclared, type Part, partsOf } from './parts.ts'

/** The paths that somebody who sends this value wants to own: its leaves, the items of its lists, and the keys of its maps. */
export function fieldsOf(value: Json, type: Type): FieldSet | undefined {
  const parts = partsOf(value, type)
  if (parts === undefined) return LEAF
  return fieldSet(
    false,
    parts.map((part) => [part.step, ownPart(part, type)] as const),
  )
}

function ownPart({ step, value, type }: Part, within: Type): FieldSet | undefined {
  const below = fieldsOf(value, type)
  const isEmptyMap = isObject(value) && Object.keys(value).length === 0
  return isEmptyMap || !isDeclared(within, step) ? union(LEAF, below) : below
}

/** What differs between two values. */
export interface Comparison {
  readonly added: FieldSet | undefined
  readonly modified: FieldSet | undefined
  readonly removed: FieldSet | undefined
}

/** Compares two values part by part; what is only on one side is added or removed with all that is in it. */
export function compare(before: Json | undefined, after: Json | undefined, type: Type): Comparison {
  // Changed objects share what was not changed.
  if (before === after) return NOTHING
  if (before === undefined) return { ...NOTHING, added: everythingIn(after, type) }
  if (after === undefined) return { ...NOTHING, removed: everythingIn(before, type) }
  const [left, right] = [partsBeside(before, after, type), partsBeside(after, before, type)]
  if (left === undefined || right === undefined || (left.length === 0 && right.length === 0))
    return sameJson(before, after) ? NOTHING : { added: below(right), modified: LEAF, removed: below(left) }
  const leftByStep = new Map(left.map((part) => [part.step, part]))
  const rightByStep = new Map(right.map((part) => [part.step, part]))
  const steps = new Set([...leftByStep.keys(), ...rightByStep.keys()])
  const differences = [...steps].map((step) => {
    const one = leftByStep.get(step)
    const other = rightByStep.get(step)
    return [step, compare(one?.value, other?.value, (other ?? one)?.type ?? type)] as const
  })
  const gather = (pick: (comparison: Comparison) => FieldSet | undefined) =>
    fieldSet(
      false,
      differences.map(([step, comparison]) => [step, pick(comparison)] as const),
    )
  return {
    added: gather(({ added }) => added),
    modified: gather(({ modified }) => modified),
    removed: gather(({ removed }) => removed),
  }
}

/** Everything in the parts of a value that became another kind of value. */
const below = (parts: readonly Part[] | undefined): FieldSet | undefined =>
  fieldSet(
    false,
    (parts ?? []).map(({ step, value, type }) => [step, everythingIn(value, type)] as const),
  )

/** The parts of a value; nothing at all has none where there are some on the other side. */
const partsBeside = (value: Json, other: Json, type: Type): readonly Part[] | undefined =>
  value === null && partsOf(other, type) !== undefined ? [] : partsOf(value, type)

const NOTHING: Comparison = { added: undefined, modified: undefined, removed: undefined }

/** Whether two values do not differ. */
export const isSame = ({ added, modified, removed }: Comparison): boolean =>
  added === undefined && modified === undefined && removed === undefined

function everythingIn(value: Json | undefined, type: Type): FieldSet | undefined {
  const parts = partsOf(value, type) ?? []
  const isContainer = isObject(value) || isList(value)
  if (parts.length === 0 || !isContainer) return LEAF
  return fieldSet(
    true,
    parts.map((part) => [part.step, everythingIn(part.value, part.type)] as const),
  )
}
