import type { Sink, TerminalSize } from '../io.ts'
import type { Drawn } from './line.ts'

/** The lines at the end of a terminal that are drawn again and again, while other output scrolls away above them. */
export interface Area {
  /** Draws these lines instead of the ones before; what has not changed is not written again. */
  readonly show: (lines: readonly Drawn[]) => void
  /** Writes text above the area, wherever it belongs. */
  readonly above: (sink: Sink, text: string) => void
  /** Takes the lines away and gives the cursor back. */
  readonly close: () => void
  readonly size: () => TerminalSize
  readonly onResize: (listener: () => void) => () => void
}

const HIDE_CURSOR = '\x1b[?25l'
const SHOW_CURSOR = '\x1b[?25h'
const ERASE_LINE = '\x1b[K'
const ERASE_BELOW = '\x1b[J'
const up = (lines: number): string => (lines === 0 ? '\r' : `\x1b[${lines}A\r`)

interface Shown {
  readonly lines: readonly Drawn[]
  readonly size: TerminalSize
}

/** An area on a terminal; nothing where the stream is none, or one that only knows lines or keeps all that was written. */
export function openArea(sink: Sink, env: Readonly<Record<string, string | undefined>>): Area | undefined {
  const { terminal } = sink
  if (terminal === undefined || env.TERM === 'dumb' || isBuild(env) || !hasSize(terminal.size())) return undefined
  let shown: Shown | undefined
  let forget: (() => void) | undefined

  const close = () => {
    if (shown === undefined) return
    sink.write(`${erased(shown, terminal.size())}${SHOW_CURSOR}`)
    shown = undefined
    forget?.()
  }
  const show = (lines: readonly Drawn[]) => {
    const size = terminal.size()
    const before = shown
    shown = { lines, size }
    if (before === undefined) {
      // A program that ends in an unforeseen way must not leave a terminal without a cursor.
      forget = terminal.onExit(close)
      return sink.write(HIDE_CURSOR + whole(lines))
    }
    const text = isSame(before.size, size) ? changed(before.lines, lines) : erased(before, size) + whole(lines)
    if (text !== '') sink.write(text)
  }
  const above = (to: Sink, text: string) => {
    if (shown === undefined || !to.isTTY) return to.write(text)
    const { lines } = shown
    sink.write(erased(shown, terminal.size()))
    to.write(text.endsWith('\n') ? text : `${text}\n`)
    sink.write(whole(lines))
    shown = { lines, size: terminal.size() }
  }
  return { show, above, close, size: terminal.size, onResize: terminal.onResize }
}

/** Build servers say so, and show everything that was ever written. */
const isBuild = ({ CI = '' }: Readonly<Record<string, string | undefined>>): boolean => !['', '0', 'false'].includes(CI)

/** A terminal without a window, such as a serial line, has none. */
const hasSize = ({ columns, rows }: TerminalSize): boolean => columns > 0 && rows > 0

const isSame = (a: TerminalSize, b: TerminalSize): boolean => a.columns === b.columns && a.rows === b.rows

const whole = (lines: readonly Drawn[]): string => lines.map(({ text }) => `${text}${ERASE_LINE}\n`).join('')

/** Only the lines that differ; the cursor ends below the last one. */
function changed(before: readonly Drawn[], after: readonly Drawn[]): string {
  const differs = after.map(({ text }, index) => before[index]?.text !== text)
  const first = differs.indexOf(true)
  if (first < 0 && before.length === after.length) return ''
  const from = first < 0 ? after.length : first
  const lines = after
    .slice(from)
    .map(({ text }, index) => (differs[from + index] === true ? `${text}${ERASE_LINE}\n` : '\n'))
  return `${up(before.length - from)}${lines.join('')}${ERASE_BELOW}`
}

/** Takes lines away; a terminal that became narrower has broken those that no longer fitted. */
function erased({ lines, size: before }: Shown, size: TerminalSize): string {
  const height = ({ width }: Drawn) =>
    size.columns < before.columns ? Math.max(1, Math.ceil(width / size.columns)) : 1
  const rows = lines.reduce((sum, line) => sum + height(line), 0)
  return `${up(Math.min(rows, Math.max(0, size.rows - 1)))}${ERASE_BELOW}`
}
