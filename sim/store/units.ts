import type { World } from '../world/world.ts'

/** A part of the world that is written by itself: the path to it, and what is there. */
export interface Unit {
  readonly path: readonly string[]
  readonly value: unknown
}

interface List {
  readonly id: (item: Readonly<Record<string, unknown>>) => string
  /** Items never go away, and an item that is final never changes again. */
  readonly isFinal?: (item: Readonly<Record<string, unknown>>) => boolean
}

/** Lists whose items are written one by one, by what tells them apart. */
export const lists: Readonly<Partial<Record<keyof World, List>>> = {
  vms: { id: ({ vmid }) => String(vmid) },
  volumes: { id: ({ storage, node, name }) => `${storage} ${node} ${name}` },
  tasks: { id: ({ upid }) => String(upid), isFinal: ({ endtime }) => endtime !== undefined },
  log: { id: ({ uid }) => String(uid), isFinal: () => true },
}

/** Maps whose entries are written one by one, by the path to them. */
export const maps: readonly (readonly string[])[] = [
  ['firewalls'],
  ['talos', 'machines'],
  ['talos', 'etcd'],
  ['talos', 'discovery'],
]

const isMap = (path: readonly string[]): boolean =>
  maps.some((map) => map.length === path.length && map.every((part, at) => part === path[at]))

const holdsMap = (path: readonly string[]): boolean =>
  maps.some((map) => map.length > path.length && path.every((part, at) => part === map[at]))

/** The list that a top-level key holds, where its items are units. */
export const listAt = (key: string): List | undefined => Object.entries(lists).find(([name]) => name === key)?.[1]

/** Every unit of a value but the items of lists. */
export function* unitsOf(value: object, above: readonly string[] = []): Generator<Unit> {
  for (const [key, inner] of Object.entries(value)) {
    const path = [...above, key]
    if (above.length === 0 && listAt(key) !== undefined) continue
    if (isObject(inner) && isMap(path)) {
      for (const [name, entry] of Object.entries(inner)) yield { path: [...path, name], value: entry }
    } else if (isObject(inner) && holdsMap(path)) {
      yield* unitsOf(inner, path)
    } else if (inner !== undefined) {
      yield { path, value: inner }
    }
  }
}

/** Whether something has parts with names. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Puts units together to what they were parts of, on top of an empty world; lists keep the order of the units. */
export function assemble(empty: World, units: Iterable<Unit>): World {
  const whole: Record<string, unknown> = { ...empty }
  const gathered: Record<string, unknown[]> = Object.fromEntries(Object.keys(lists).map((name) => [name, []]))
  for (const { path, value } of units) {
    const [top = ''] = path
    const list = gathered[top]
    if (list === undefined) place(whole, path, value)
    else list.push(value)
  }
  return { ...empty, ...whole, ...gathered }
}

function place(whole: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [key = '', ...rest] = path
  if (rest.length === 0) {
    whole[key] = value
    return
  }
  const found = Object.hasOwn(whole, key) ? whole[key] : undefined
  const inner = isObject(found) ? found : {}
  whole[key] = inner
  place(inner, rest, value)
}
