import { fieldType } from '../fields/parts.ts'
import { isList, isObject, type Json, type JsonObject, sameJson, textAt } from '../json.ts'
import type { Type } from '../schema/type.ts'
import { badRequest } from '../status.ts'

const DELETE_FROM_LIST = '$deleteFromPrimitiveList/'
const ORDER = '$setElementOrder/'
const RETAIN = '$retainKeys'

/** Merges as `kubectl edit` and client-side apply expect: lists by their merge keys, with the directives of the patch. */
export function strategicMerge(value: Json | undefined, patch: Json, type: Type): Json {
  if (!isObject(patch)) return patch
  if (patch.$patch === 'replace') return withoutDirectives(patch)
  const base = isObject(value) ? value : {}
  const merged: Record<string, Json | undefined> = { ...retained(base, patch) }
  for (const [key, part] of Object.entries(patch)) {
    if (part === undefined || key === '$patch' || key === RETAIN || key.startsWith(ORDER)) continue
    if (key.startsWith(DELETE_FROM_LIST)) {
      const name = key.slice(DELETE_FROM_LIST.length)
      const held = merged[name]
      if (isList(held) && isList(part)) merged[name] = held.filter((item) => !part.some((gone) => sameJson(gone, item)))
    } else if (part === null) delete merged[key]
    else merged[key] = mergePart(merged[key], part, fieldType(type, key))
  }
  return ordered(merged, patch, type)
}

function retained(base: JsonObject, patch: JsonObject): JsonObject {
  const keys = patch[RETAIN]
  if (!isList(keys)) return base
  return Object.fromEntries(Object.entries(base).filter(([key]) => keys.includes(key)))
}

function withoutDirectives(patch: JsonObject): JsonObject {
  const { $patch: _, ...rest } = patch
  return rest
}

function mergePart(held: Json | undefined, part: Json, type: Type): Json {
  if (type.kind === 'list' && isList(part) && type.mergeKey !== undefined)
    return type.mergeKey === '' ? mergeValues(held, part) : mergeItems(held, part, type.of(), type.mergeKey)
  return isObject(part) ? strategicMerge(held, part, type) : part
}

function mergeValues(held: Json | undefined, part: readonly Json[]): Json {
  const list = isList(held) ? held : []
  return [...list, ...part.filter((item) => !list.some((other) => sameJson(other, item)))]
}

function mergeItems(held: Json | undefined, part: readonly Json[], type: Type, key: string): Json {
  if (part.some((item) => isObject(item) && item.$patch === 'replace' && item[key] === undefined))
    return part.filter((item) => isObject(item) && item.$patch === undefined)
  const before = isList(held) ? held : []
  let list = [...before]
  for (const item of part) {
    const id = isObject(item) ? item[key] : undefined
    if (!isObject(item) || id === undefined)
      throw badRequest(`map: ${JSON.stringify(item)} does not contain declared merge key: ${key}`)
    const isSame = (other: Json) => isObject(other) && sameJson(other[key], id)
    if (textAt(item, '$patch') === 'delete') list = list.filter((other) => !isSame(other))
    else if (list.some(isSame)) list = list.map((other) => (isSame(other) ? strategicMerge(other, item, type) : other))
    else list.push(withoutDirectives(item))
  }
  const idOf = (item: Json): Json | undefined => (isObject(item) ? item[key] : undefined)
  return inOrder(list, part.map(idOf), before.map(idOf), idOf)
}

/** What a patch names comes in its order, before what only the server has, unless the server has both the other way round. */
function inOrder(
  list: readonly Json[],
  named: readonly (Json | undefined)[],
  known: readonly (Json | undefined)[],
  idOf: (item: Json) => Json | undefined,
): Json[] {
  const rank = (ids: readonly (Json | undefined)[], item: Json | undefined) =>
    ids.findIndex((id) => id !== undefined && item !== undefined && sameJson(id, idOf(item) ?? null))
  const ours = list.filter((item) => rank(named, item) >= 0).toSorted((a, b) => rank(named, a) - rank(named, b))
  const theirs = list.filter((item) => rank(named, item) < 0)
  const merged: Json[] = []
  for (const item of ours) {
    const at = rank(known, item)
    while (at >= 0 && theirs.length > 0 && rank(known, theirs[0]) < at) merged.push(...theirs.splice(0, 1))
    merged.push(item)
  }
  return [...merged, ...theirs]
}

/** Lists in the order that the patch asks for; what it does not name goes behind. */
function ordered(merged: JsonObject, patch: JsonObject, type: Type): JsonObject {
  const orders = Object.entries(patch).filter(([key]) => key.startsWith(ORDER))
  const changes = orders.flatMap(([directive, order]): [string, Json][] => {
    const name = directive.slice(ORDER.length)
    const list = merged[name]
    const listType = fieldType(type, name)
    if (!isList(list) || !isList(order) || listType.kind !== 'list') return []
    const key = listType.mergeKey ?? ''
    const idOf = (item: Json): Json | undefined => (key !== '' && isObject(item) ? item[key] : item)
    const rank = (item: Json) => {
      const at = order.findIndex((one) => sameJson(idOf(one), idOf(item)))
      return at < 0 ? order.length : at
    }
    return [[name, [...list].sort((a, b) => rank(a) - rank(b))]]
  })
  return { ...merged, ...Object.fromEntries(changes) }
}
