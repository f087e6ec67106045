import { lookUp, type PathTree, pathTree } from './path-tree.ts'
import type { Path } from './problem.ts'
import { mandatoryExamples } from './schema/keys.ts'

/** What is left of a value, and the parts of it that were taken out or replaced. */
export interface Mended {
  readonly value: unknown
  readonly dropped: readonly Path[]
}

/** Takes wrong parts out of a cluster file; a key that every file must have gets its example instead. */
export function mend(value: unknown, wrong: readonly Path[]): Mended {
  const dropped = wrong.map((path) => partToDrop(value, path))
  return {
    value: edited(value, pathTree(dropped.map((path) => [path, lookUp(path, mandatoryExamples)] as const))),
    dropped,
  }
}

/**
 * The part to take out for a wrong one. What is missing is missing from the part around it, and a list goes
 * whole: without one item, the items after it would be shown on the lines of those before them.
 */
function partToDrop(value: unknown, path: Path): Path {
  const isPart = path.length === 0 || lookUp(path, mandatoryExamples) !== undefined
  if (isPart || (typeof path.at(-1) === 'string' && isThere(value, path))) return path
  return partToDrop(value, path.slice(0, -1))
}

function isThere(value: unknown, path: Path): boolean {
  let here = value
  for (const part of path) {
    const found = typeof here === 'object' && here !== null ? Object.getOwnPropertyDescriptor(here, part) : undefined
    if (found === undefined) return false
    here = found.value
  }
  return true
}

function edited(value: unknown, edits: PathTree<unknown>): unknown {
  if (edits.said !== undefined) return edits.said.value
  if (edits.inner.size === 0 || typeof value !== 'object' || value === null) return value
  const change = ([part, item]: [string | number, unknown]): [string | number, unknown] => {
    const inner = edits.inner.get(part)
    return [part, inner === undefined ? item : edited(item, inner)]
  }
  if (Array.isArray(value)) return value.map((item, index) => change([index, item])[1])
  const added = [...edits.inner.keys()].filter((key) => !Object.hasOwn(value, key))
  const entries = [...Object.entries(value), ...added.map((key): [string | number, unknown] => [key, undefined])]
  return Object.fromEntries(entries.map(change).filter(([, item]) => item !== undefined))
}
