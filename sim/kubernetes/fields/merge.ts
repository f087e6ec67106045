import { isList, isObject, type Json, type JsonObject } from '../json.ts'
import type { Type } from '../schema/type.ts'
import { type FieldSet, isMember } from './field-set.ts'
import { fieldType, type Part, partsOf } from './parts.ts'

/** What is live, with what somebody applies laid over it part by part. */
export function mergeTyped(live: Json | undefined, applied: Json, type: Type): Json {
  if (live === undefined) return applied
  const [before, after] = [partsOf(live, type), partsOf(applied, type)]
  if (before === undefined || after === undefined) return applied
  if (isObject(live) && isObject(applied)) {
    const merged: Record<string, Json | undefined> = { ...live }
    for (const [name, value] of Object.entries(applied))
      if (value !== undefined) merged[name] = mergeTyped(live[name], value, fieldType(type, name))
    return merged
  }
  return mergeItems(before, after)
}

// What is applied decides the order of its items; the others stay behind the item they followed.
function mergeItems(before: readonly Part[], after: readonly Part[]): Json {
  const livePart = new Map(before.map((part) => [part.step, part]))
  const wanted = new Set(after.map(({ step }) => step))
  const placed = new Set<string>()
  const merged: Json[] = []
  let next = 0
  const placeApplied = () => {
    const part = after[next++]
    if (part === undefined || placed.has(part.step)) return
    placed.add(part.step)
    merged.push(mergeTyped(livePart.get(part.step)?.value, part.value, part.type))
  }
  for (const part of before) {
    if (!wanted.has(part.step)) merged.push(part.value)
    else while (!placed.has(part.step) && next < after.length) placeApplied()
  }
  while (next < after.length) placeApplied()
  return merged
}

/** Takes members of a set out of a value, unless they or something in them is among those to keep. */
export function removeTyped(
  value: Json,
  type: Type,
  taken: FieldSet | undefined,
  kept: FieldSet | undefined,
): Json | undefined {
  if (taken === undefined) return value
  if (isMember(taken) && kept === undefined) return undefined
  const parts = partsOf(value, type)
  if (parts === undefined) return value
  const left = parts.flatMap(({ step, value: part, type: partType }) => {
    const result = removeTyped(part, partType, below(taken, step), below(kept, step))
    return result === undefined ? [] : [[step, result] as const]
  })
  // What lost everything that was in it goes too, unless somebody wants it to be there.
  if (left.length === 0 && parts.length > 0 && kept === undefined) return undefined
  if (isList(value)) return left.map(([, item]) => item)
  const fields: JsonObject = Object.fromEntries(left.map(([step, part]) => [step.slice(2), part]))
  return fields
}

const below = (set: FieldSet | undefined, step: string): FieldSet | undefined =>
  set !== undefined && Object.hasOwn(set, step) ? set[step] : undefined
