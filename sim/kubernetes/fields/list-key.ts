import { isObject, type Json } from '../json.ts'

// What the server assumes where an item leaves one of its keys out.
const ASSUMED: Readonly<Record<string, Json>> = { protocol: 'TCP', ip: '' }

/** The step to an item of a list whose items are told apart by keys; `undefined` for an item without any of them. */
export function itemStep(item: Json, keys: readonly string[]): string | undefined {
  if (!isObject(item)) return undefined
  const found: Record<string, Json> = {}
  for (const key of [...keys].sort()) {
    const value = item[key] ?? ASSUMED[key]
    if (value !== undefined) found[key] = value
  }
  return Object.keys(found).length === 0 ? undefined : `k:${JSON.stringify(found)}`
}

/** The step to a value of a set. */
export const valueStep = (item: Json): string => `v:${JSON.stringify(item)}`
