import { formatPath, type Path } from '../spec/problem.ts'
import type { Origin } from './desired.ts'
import type { Layer, Settings } from './layers.ts'
import { isWholeValue, listRules } from './merge-rules.ts'

/** Settings after all layers, and where each value came from. */
export interface Merged {
  readonly settings: Partial<Settings>
  readonly origins: Map<string, Origin>
}

type Tree = Record<string, unknown>

/** Lays narrower layers over wider ones: maps merge, scalars and lists replace, some lists add, `null` removes. */
export function mergeLayers(layers: readonly Layer[]): Merged {
  const settings: Tree = {}
  const origins = new Map<string, Origin>()
  for (const layer of layers) {
    for (const path of layer.removed) removeAt(settings, origins, path)
    mergeInto(settings, layer.value, [], layer, origins)
  }
  return { settings: settings as Partial<Settings>, origins }
}

function mergeInto(target: Tree, value: Tree, path: Path, layer: Layer, origins: Map<string, Origin>): void {
  for (const [key, next] of Object.entries(value)) {
    if (next === undefined) continue
    const at = [...path, key]
    const name = at.join('.')
    if (isTree(next) && !isWholeValue(at)) {
      const inner = isTree(target[key]) ? target[key] : {}
      target[key] = inner
      mergeInto(inner, next, at, layer, origins)
    } else if (Array.isArray(next) && name in listRules) {
      target[key] = addToList(Array.isArray(target[key]) ? target[key] : [], next, at, layer, origins)
    } else {
      // Only a map or a list has left origins below this path.
      if (typeof target[key] === 'object') forget(origins, at)
      target[key] = next
      origins.set(formatPath(at), originOf(layer, at))
    }
  }
}

function addToList(
  present: readonly unknown[],
  added: readonly unknown[],
  path: Path,
  layer: Layer,
  origins: Map<string, Origin>,
): unknown[] {
  const rule = listRules[path.join('.')]
  const list = [...present]
  const put = (item: unknown, position: number, index: number) => {
    list[position] = item
    origins.set(formatPath([...path, position]), originOf(layer, [...path, index]))
  }
  if (rule === 'append') {
    for (const [index, item] of added.entries()) put(item, list.length, index)
    return list
  }
  const keyOf = typeof rule === 'object' ? rule.byKey : (item: unknown) => String(item)
  const positions = new Map(list.map((item, index) => [keyOf(item), index]))
  for (const [index, item] of added.entries()) {
    const known = positions.get(keyOf(item))
    if (known !== undefined && rule === 'union') continue
    const position = known ?? list.length
    positions.set(keyOf(item), position)
    put(item, position, index)
  }
  return list
}

function removeAt(settings: Tree, origins: Map<string, Origin>, path: Path): void {
  const parent = path.slice(0, -1).reduce<unknown>((node, part) => (isTree(node) ? node[part] : undefined), settings)
  if (isTree(parent)) delete parent[String(path.at(-1))]
  forget(origins, path)
}

function forget(origins: Map<string, Origin>, path: Path): void {
  const name = formatPath(path)
  for (const known of origins.keys()) {
    if (known === name || known.startsWith(`${name}.`) || known.startsWith(`${name}[`)) origins.delete(known)
  }
}

function originOf(layer: Layer, path: Path): Origin {
  return layer.base === undefined ? { from: 'built-in' } : { from: 'file', path: layer.written(path) }
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
