import type { Machine, Origin } from '../../resolve/desired.ts'
import { locate } from '../../spec/locate.ts'
import { formatPath, type Path } from '../../spec/problem.ts'
import type { Source } from '../../spec/source.ts'
import { childOf, type Written } from '../../spec/written.ts'

/** Where the parts of one shown value came from, each part by its name. */
export type Traced = readonly { readonly part: string; readonly origin: Origin }[]

/** Finds where the values of one machine came from. */
export interface Trace {
  /** The origins of everything at or below some of the machine's settings. */
  readonly of: (...settings: readonly string[]) => Traced
  /** The origin of a value of the whole cluster: its place in the file, or what holds when it is not written. */
  readonly cluster: (path: Path, otherwise: Origin) => Traced
}

/** The trace of a machine of a cluster file. */
export function traceOf({ origins }: Machine, source: Source): Trace {
  return {
    of: (...settings) =>
      settings.flatMap((setting) =>
        [...origins].filter(([part]) => isWithin(part, setting)).map(([part, origin]) => asWhole(part, origin)),
      ),
    cluster: (path, otherwise) => [
      { part: formatPath(path), origin: isWritten(source, path) ? { from: 'file', path } : otherwise },
    ],
  }
}

/** Origins in words, one line each; parts that share theirs are named together, and not at all when all do. */
export function originLines(traced: Traced, source: Source): string[] {
  const byText = new Map<string, Set<string>>()
  for (const { part, origin } of traced) {
    const text = originText(origin, source)
    byText.set(text, (byText.get(text) ?? new Set()).add(part))
  }
  if (byText.size === 1) return [...byText.keys()]
  return [...byText].map(([text, parts]) => `${[...parts].join(', ')}: ${text}`)
}

/** One origin in words: its place and path in the file, `built-in`, or how and from where it was derived. */
export function originText(origin: Origin, source: Source): string {
  switch (origin.from) {
    case 'file':
      return placeText(origin.path, source)
    case 'built-in':
      return 'built-in'
    case 'derived':
      return `derived: ${origin.how}${origin.path === undefined ? '' : `, from ${placeText(origin.path, source)}`}`
  }
}

function placeText(path: Path, source: Source): string {
  const { line, column } = locate(source, path, 'value')
  return `${source.file}:${line}:${column} ${formatPath(path)}`
}

/** An item of a list is shown by its list: the items that a layer adds all stand on the same few lines. */
function asWhole(part: string, origin: Origin): Traced[number] {
  const item = /\[\d+\]$/.exec(part)
  if (item === null || origin.from !== 'file' || typeof origin.path.at(-1) !== 'number') return { part, origin }
  return { part: part.slice(0, item.index), origin: { from: 'file', path: origin.path.slice(0, -1) } }
}

function isWithin(part: string, setting: string): boolean {
  return part === setting || part.startsWith(`${setting}.`) || part.startsWith(`${setting}[`)
}

function isWritten({ root }: Source, path: Path): boolean {
  const found = path.reduce<Written | undefined>((at, part) => at && childOf(at, part)?.value, root)
  return found !== undefined
}
