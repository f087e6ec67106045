import type { Located, Path, Place, Problem, Range } from './problem.ts'
import type { Source } from './source.ts'
import { placeOf, rangeOf, type Span } from './text-index.ts'
import { childOf, type Written } from './written.ts'

/** What a problem can point at: the key, or the value behind it. */
export type Target = 'key' | 'value'

/**
 * Where a path is written. A value that is not there, or is left empty, is shown by the key of the nearest
 * parent that is; what comes through an alias or a merge key is shown where it is really written.
 */
export function locate(source: Source, path: Path, on: Target): Range {
  return rangeOf(source.index, spanOfPath(source, path, on))
}

/** The part of a source that places are found in; a document of another file has it too. */
export type Text = Pick<Source, 'file' | 'index' | 'root'>

/** Where a path is written, with the line to show. */
export function placeOfPath(source: Text, path: Path, on: Target): Place {
  return placeOf(source.index, source.file, spanOfPath(source, path, on))
}

/** Gives problems of a source their places; one that already knows its place keeps it. */
export function locateProblems(source: Source, problems: readonly Problem[]): Located[] {
  return problems.map((problem) => ({
    ...problem,
    at: problem.at ?? placeOfPath(source, problem.path, problem.on ?? 'value'),
  }))
}

function spanOfPath({ root }: Pick<Source, 'root'>, path: Path, on: Target): Span {
  if (!root) return [0, 0]
  let found: { key?: Span; value: Written } = { value: root }
  for (const part of path) {
    const child = childOf(found.value, part)
    if (!child) return keySpan(found)
    found = child
  }
  const { span } = found.value
  return on === 'key' || span[0] === span[1] ? keySpan(found) : span
}

/** A root or a list item has no key of its own: its first key stands for it. */
function keySpan({ key, value }: { key?: Span; value: Written }): Span {
  if (key) return key
  const [first] = value.kind === 'map' ? value.entries.values() : []
  return first?.key ?? value.span
}
