import { styleText } from 'node:util'
import type { Io, Sink } from './io.ts'

/** A look of text on a terminal. */
export type Style = Parameters<typeof styleText>[0]

/** Gives text a look, or leaves it as it is where colour is not wanted. */
export type Paint = (style: Style, text: string) => string

/** Where a command prints to, and what fits there. */
export interface Printer {
  readonly print: (text: string) => void
  readonly paint: Paint
  readonly color: boolean
  /** Columns that fit; nothing when the reader is not a terminal, and lines may be as long as they are. */
  readonly columns: number | undefined
}

/** When colour is used; `auto` means on terminals. */
export type When = 'auto' | 'always' | 'never'

/** A printer for a stream. */
export function printer(sink: Sink, env: Io['env'], when: When): Printer {
  const color = wantsColor(sink, env, when)
  return {
    print: sink.write,
    // Whether there is colour is decided here, so Node's own guess about its streams does not count.
    paint: (style, text) => (color ? styleText(style, text, { validateStream: false }) : text),
    color,
    columns: sink.columns,
  }
}

/** The flag wins over FORCE_COLOR, that over NO_COLOR (as in Node itself), that over what the stream is. */
function wantsColor({ isTTY }: Sink, env: Io['env'], when: When): boolean {
  if (when !== 'auto') return when === 'always'
  const { FORCE_COLOR: force, NO_COLOR: no, TERM: term } = env
  if (force !== undefined) return !['0', 'false'].includes(force)
  if (no !== undefined && no !== '') return false
  return isTTY && term !== 'dumb'
}
