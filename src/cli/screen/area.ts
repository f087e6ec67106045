import type { Sink, TerminalSize } from '../io.ts'

/**
 * Lines that are drawn again and again, on a screen of their own: terminals break the lines of the ordinary one when a window
 * becomes narrower, and what has scrolled away by then can never be taken back.
 */
export interface Area {
  /** Draws these lines instead of the ones before; what has not changed is not written again. */
  readonly show: (lines: readonly string[]) => void
  /** Writes text where it belongs, to stay there when the lines are gone. */
  readonly above: (sink: Sink, text: string) => void
  /** Takes the lines away, and gives back the cursor and the screen as it was. */
  readonly close: () => void
  readonly size: () => TerminalSize
  readonly onResize: (listener: () => void) => () => void
}

const OWN_SCREEN = '\x1b[?1049h'
const ORDINARY_SCREEN = '\x1b[?1049l'
const HIDE_CURSOR = '\x1b[?25l'
const SHOW_CURSOR = '\x1b[?25h'
const ERASE_LINE = '\x1b[K'
const ERASE_BELOW = '\x1b[J'
const atLine = (index: number): string => `\x1b[${index + 1};1H`

/** The first line is named too: a terminal that has only one screen then at least begins with an empty one. */
const OPEN = `${OWN_SCREEN}${HIDE_CURSOR}${atLine(0)}${ERASE_BELOW}`
const CLOSE = `${atLine(0)}${ERASE_BELOW}${SHOW_CURSOR}${ORDINARY_SCREEN}`

interface Shown {
  readonly lines: readonly string[]
  readonly size: TerminalSize
}

/** An area on a terminal; nothing where the stream is none, or one that only knows lines or keeps all that was written. */
export function openArea(sink: Sink, env: Readonly<Record<string, string | undefined>>): Area | undefined {
  const { terminal } = sink
  if (terminal === undefined || env.TERM === 'dumb' || isBuild(env) || !hasSize(terminal.size())) return undefined
  let shown: Shown | undefined
  let forget: readonly (() => void)[] = []

  const close = () => {
    if (shown === undefined) return
    sink.write(CLOSE)
    shown = undefined
    for (const each of forget) each()
  }
  /** The shell gets its own screen back while the program is suspended. */
  const leave = () => sink.write(CLOSE)
  const back = () => {
    if (shown !== undefined) sink.write(OPEN + changed([], shown.lines))
  }
  const show = (lines: readonly string[]) => {
    const size = terminal.size()
    const before = shown
    shown = { lines, size }
    if (before === undefined) {
      // A program that ends in an unforeseen way must not leave a terminal without a cursor.
      forget = [terminal.onExit(close), terminal.onSuspend(leave, back)]
      return sink.write(OPEN + changed([], lines))
    }
    const text = isSame(before.size, size)
      ? changed(before.lines, lines)
      : `${atLine(0)}${ERASE_BELOW}${changed([], lines)}`
    if (text !== '') sink.write(text)
  }
  const above = (to: Sink, text: string) => {
    if (shown === undefined || !to.isTTY) return to.write(text)
    const { lines } = shown
    sink.write(CLOSE)
    to.write(text.endsWith('\n') ? text : `${text}\n`)
    sink.write(OPEN + changed([], lines))
    shown = { lines, size: terminal.size() }
  }
  return { show, above, close, size: terminal.size, onResize: terminal.onResize }
}

/** Build servers say so, and show everything that was ever written. */
const isBuild = ({ CI = '' }: Readonly<Record<string, string | undefined>>): boolean => !['', '0', 'false'].includes(CI)

/** A terminal without a window, such as a serial line, has none. */
const hasSize = ({ columns, rows }: TerminalSize): boolean => columns > 0 && rows > 0

const isSame = (a: TerminalSize, b: TerminalSize): boolean => a.columns === b.columns && a.rows === b.rows

/** Only the lines that differ; the cursor ends below the last one, where an echoed key is erased by the next change. */
function changed(before: readonly string[], after: readonly string[]): string {
  const lines = after.flatMap((text, index) => (before[index] === text ? [] : [`${atLine(index)}${text}${ERASE_LINE}`]))
  if (lines.length === 0 && before.length === after.length) return ''
  return `${lines.join('')}${atLine(after.length)}${ERASE_BELOW}`
}
