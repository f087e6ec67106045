import type { Problem } from './problem.ts'
import { placeOf, type Span, type TextIndex } from './text-index.ts'

/** A problem found while reading text: it knows its offsets, and a path only where there is one. */
export interface Fault extends Pick<Problem, 'code' | 'message' | 'hint' | 'on'> {
  readonly span: Span
  readonly severity?: Problem['severity']
  readonly path?: Problem['path']
}

/** Gives a fault its place: errors at the root unless it says otherwise. */
export function toProblem(index: TextIndex, file: string, { span, ...fault }: Fault): Problem {
  return { severity: 'error', path: [], ...fault, at: placeOf(index, file, span) }
}
