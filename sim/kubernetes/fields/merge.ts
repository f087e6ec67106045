import { isObject, type Json } from '../json.ts'
import type { Type } from '../schema/type.ts'
import { fieldType, type Part, partsOf } from './parts.ts'

/** What is live, with what somebody applies laid over it part by part. */
export function mergeTyped(live: Json | undefined, applied: Json, type: Type): Json {
  if (live === undefined) return applied
  const [before, after] = [partsOf(live, type), partsOf(applied, type)]
  // Nothing at all, in place of a map or a list, says nothing about what is in it.
  if (applied === null && before !== undefined && before.length > 0) return live
  if (before === undefined || after === undefined) return applied
  if (isObject(live) && isObject(applied)) {
    const merged: Record<string, Json | undefined> = { ...live }
    for (const [name, value] of Object.entries(applied))
      if (value !== undefined) merged[name] = mergeTyped(live[name], value, fieldType(type, name))
    return merged
  }
  return mergeItems(before, after)
}

// What is applied decides the order of its items; the others stay behind those that they followed.
function mergeItems(before: readonly Part[], after: readonly Part[]): Json {
  const [live, applied] = [byStep(before), byStep(after)]
  const shared = after.map(({ step }) => step).filter((step) => live.has(step))
  const placed = new Set<string>()
  const merged: Json[] = []
  const place = ({ step, value, type }: Part) => {
    placed.add(step)
    if (shared[0] === step) shared.shift()
    merged.push(mergeTyped(live.get(step)?.value, value, type))
  }
  let [left, right] = [0, 0]
  while (left < before.length || right < after.length) {
    const [own, next] = [before[left], after[right]]
    if (own !== undefined && next?.step === own.step) {
      place(next)
      left++
      right++
    } else if (own !== undefined && !applied.has(own.step)) {
      merged.push(own.value)
      left++
    } else if (own !== undefined && (placed.has(own.step) || (next !== undefined && shared[0] !== own.step))) {
      left++
    } else if (next !== undefined) {
      place(next)
      right++
    }
  }
  return merged
}

const byStep = (parts: readonly Part[]): ReadonlyMap<string, Part> => new Map(parts.map((part) => [part.step, part]))
