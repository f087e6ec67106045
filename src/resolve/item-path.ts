import type { Path } from '../spec/problem.ts'

/** The path of an entry where one value may be written without a list: a single one is shown as it stands. */
export function itemPath(path: Path, list: readonly unknown[], index: number): Path {
  return list.length === 1 ? path : [...path, index]
}
