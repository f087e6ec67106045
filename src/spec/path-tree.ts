import type { Path } from './problem.ts'

/** Paths and what is said of each, by their parts: looking one up costs its length, however many there are. */
export interface PathTree<Said> {
  readonly said?: { readonly value: Said }
  readonly inner: ReadonlyMap<string | number, PathTree<Said>>
}

interface Growing<Said> {
  said?: { readonly value: Said }
  readonly inner: Map<string | number, Growing<Said>>
}

/** Makes a tree of paths; of a path that comes twice, the last word counts. */
export function pathTree<Said>(entries: Iterable<readonly [Path, Said]>): PathTree<Said> {
  const root: Growing<Said> = { inner: new Map() }
  for (const [path, value] of entries) {
    let here = root
    for (const part of path) {
      const next = here.inner.get(part) ?? { inner: new Map() }
      here.inner.set(part, next)
      here = next
    }
    here.said = { value }
  }
  return root
}

/** Whether a path is in the tree or lies below one that is; `*` is any part. */
export function isWithin(path: Path, tree: PathTree<unknown>): boolean {
  if (tree.said !== undefined) return true
  const [part, ...rest] = path
  if (part === undefined) return false
  if (part === '*') return [...tree.inner.values()].some((inner) => isWithin(rest, inner))
  const inner = tree.inner.get(part)
  return inner !== undefined && isWithin(rest, inner)
}

/** What is said of a path itself. */
export function lookUp<Said>(path: Path, tree: PathTree<Said>): Said | undefined {
  return nodeAt(path, tree)?.said?.value
}

function nodeAt<Said>(path: Path, tree: PathTree<Said>): PathTree<Said> | undefined {
  let here: PathTree<Said> | undefined = tree
  for (const part of path) here = here?.inner.get(part)
  return here
}

/** Whether a key of the map at a path is in the tree. */
export function hasKeyIn(path: Path, tree: PathTree<unknown>): boolean {
  const here = nodeAt(path, tree)
  if (here === undefined) return false
  for (const [part, { said }] of here.inner) if (typeof part === 'string' && said !== undefined) return true
  return false
}
