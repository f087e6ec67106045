import type { Path } from '../../spec/problem.ts'
import { isList, isMapping, type Value } from '../document/value.ts'

/** A value with its place. */
export interface Found {
  readonly path: Path
  readonly value: Value
}

function step(found: Found, part: string): Found[] {
  const { path, value } = found
  if (part === '[]') return isList(value) ? value.map((item, index) => ({ path: [...path, index], value: item })) : []
  if (!isMapping(value)) return []
  if (part === '{}') return Object.entries(value).map(([key, item]) => ({ path: [...path, key], value: item }))
  const item = Object.hasOwn(value, part) ? value[part] : undefined
  return item === undefined || item === null ? [] : [{ path: [...path, part], value: item }]
}

/** All values that a pattern such as `machine.network.interfaces[].addresses[]` or `registries.mirrors{}` meets. */
export function select(value: Value, pattern: string): Found[] {
  const parts = pattern.match(/[^.[\]{}]+|\[\]|\{\}/g) ?? []
  return parts.reduce<Found[]>((all, part) => all.flatMap((found) => step(found, part)), [{ path: [], value }])
}

/** Whether a pattern meets anything that is not empty. */
export const isSet = (value: Value, pattern: string): boolean =>
  select(value, pattern).some(({ value: found }) => {
    if (isList(found)) return found.length > 0
    return isMapping(found) ? Object.keys(found).length > 0 : found !== ''
  })

/** The path that a pattern without wildcards names. */
export const pathOf = (pattern: string): Path => pattern.split('.')
