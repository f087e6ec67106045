import type { Problem } from './problem.ts'
import { placeOf, type Span, type TextIndex, withoutLine } from './text-index.ts'

/** A problem found while reading text: it knows its offsets, and a path only where there is one. */
export interface Fault extends Pick<Problem, 'code' | 'message' | 'hint' | 'on'> {
  readonly span: Span
  readonly severity?: Problem['severity']
  readonly path?: Problem['path']
  /** The file is probably not text that was meant to be read, so nothing of it is shown. */
  readonly unshown?: true
}

/** Gives a fault its place: errors at the root unless it says otherwise. */
export function toProblem(index: TextIndex, file: string, { span, unshown, ...fault }: Fault): Problem {
  const at = placeOf(index, file, span)
  return { severity: 'error', path: [], ...fault, at: unshown ? withoutLine(at) : at }
}
