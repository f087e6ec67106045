import { isObject, type Json } from '../json.ts'

/** Merges as RFC 7386 says: maps key by key, null removes, everything else replaces. */
export function mergePatch(value: Json | undefined, patch: Json): Json {
  if (!isObject(patch)) return patch
  const merged: Record<string, Json | undefined> = isObject(value) ? { ...value } : {}
  for (const [key, part] of Object.entries(patch)) {
    if (part === undefined) continue
    if (part === null) delete merged[key]
    else merged[key] = mergePatch(merged[key], part)
  }
  return merged
}
