import type { Place, Range } from './problem.ts'
import { maskSecrets } from './secret-text.ts'

/** Start and end of a stretch of text, in UTF-16 units as the YAML library counts them; the end is exclusive. */
export type Span = readonly [start: number, end: number]

/** What is needed to turn offsets into lines and columns without reading the text again. */
export interface TextIndex {
  readonly text: string
  /** Offset of the first character of each line. */
  readonly lineStarts: readonly number[]
  /** Offset of the second half of each character that takes two UTF-16 units, so that a column counts it once. */
  readonly secondHalves: readonly number[]
}

/** The most that is shown of a line before, inside and after the marked part, in UTF-16 units. */
const shownUnits = { before: 60, marked: 60, after: 40 }

/** Indexes a text once, in one pass over its line ends and one over its two-unit characters. */
export function indexText(text: string): TextIndex {
  const lineStarts = [0]
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) lineStarts.push(end + 1)
  const secondHalves = Array.from(text.matchAll(/[\ud800-\udbff][\udc00-\udfff]/g), (pair) => pair.index + 1)
  return { text, lineStarts, secondHalves }
}

/** The lines and columns of a span. */
export function rangeOf(index: TextIndex, [start, end]: Span): Range {
  const from = positionOf(index, start)
  const to = positionOf(index, Math.max(start, end))
  return { line: from.line, column: from.column, endLine: to.line, endColumn: to.column }
}

/** The range of a span together with its file and the line to show. */
export function placeOf(index: TextIndex, file: string, span: Span): Place {
  return { file, ...rangeOf(index, span), shown: shownLine(index, span) }
}

/** The place without the line, for texts that are not the reader's to see. */
export function withoutLine(place: Place): Place {
  return { ...place, shown: { before: '', marked: '', after: '' } }
}

/** The line number, from 1, that holds an offset. */
export function lineOf(index: TextIndex, offset: number): number {
  return countUpTo(index.lineStarts, offset)
}

function positionOf(index: TextIndex, place: number): { line: number; column: number } {
  const offset = Math.min(place, index.text.length)
  const line = lineOf(index, offset)
  const start = index.lineStarts[line - 1] ?? 0
  const halves = countUpTo(index.secondHalves, offset - 1) - countUpTo(index.secondHalves, start)
  return { line, column: offset - start - halves + 1 }
}

/** How far around the shown part is looked for the beginning of a secret that reaches into it. */
const secretReach = 200

function shownLine({ text, lineStarts }: TextIndex, [start, end]: Span): Place['shown'] {
  const line = countUpTo(lineStarts, start)
  const lineStart = lineStarts[line - 1] ?? 0
  const nextLine = lineStarts[line]
  const lineEnd = nextLine === undefined ? text.length : nextLine - (text[nextLine - 2] === '\r' ? 2 : 1)
  const from = whole(text, Math.max(lineStart, start - shownUnits.before))
  const markEnd = Math.max(start, Math.min(end, lineEnd))
  const markShown = whole(text, Math.min(markEnd, start + shownUnits.marked))
  const to = whole(text, Math.max(markShown, Math.min(lineEnd, markEnd + shownUnits.after)))
  const cutInside = markShown < markEnd
  const base = Math.max(lineStart, from - secretReach)
  const around = maskSecrets(text.slice(base, Math.min(lineEnd, to + secretReach)))
  const show = (first: number, last: number) => around.slice(first - base, Math.max(first, last) - base)
  return {
    before: (from > lineStart ? '…' : '') + show(from, start),
    marked: show(start, markShown),
    after: cutInside ? '…' : show(markShown, to) + (to < lineEnd ? '…' : ''),
  }
}

/** Moves an offset that would split a two-unit character to the character's end. */
function whole(text: string, offset: number): number {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(offset - 1, offset + 1)) ? offset + 1 : offset
}

/** How many of the sorted numbers are at most `limit`. */
function countUpTo(sorted: readonly number[], limit: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? Number.POSITIVE_INFINITY) <= limit) low = middle + 1
    else high = middle
  }
  return low
}
