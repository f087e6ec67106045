/** How it stands with something. */
export type Status = 'ok' | 'warn' | 'fail' | 'skipped'

/** What a check found. */
export interface Finding {
  readonly status: Status
  /** A sentence, lower case. */
  readonly text: string
  /** The way out. */
  readonly hint?: string
}

const finding =
  (status: Status) =>
  (text: string, hint?: string): Finding => ({ status, text, ...(hint === undefined ? {} : { hint }) })

/** All is well. */
export const ok = finding('ok')
/** It can go on, but somebody should know. */
export const warn = finding('warn')
/** It cannot go on. */
export const fail = finding('fail')
/** It could not be looked at. */
export const skipped = finding('skipped')

/** What is wrong, or else that all is well. */
export function orOk(found: readonly Finding[], text: string): readonly Finding[] {
  return found.length === 0 ? [ok(text)] : found
}
