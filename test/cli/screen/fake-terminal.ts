import type { Sink, TerminalSize } from '../../../src/cli/io.ts'

/** A terminal that understands the few codes that the screen is drawn with, and nothing else. */
export interface FakeTerminal {
  readonly sink: Sink
  /** What a person sees: of the ordinary screen, line by line, with all that scrolled away before. */
  readonly text: () => string
  /** The ordinary screen with all that scrolled away before, whichever screen is seen. */
  readonly kept: () => string
  readonly isCursorShown: () => boolean
  /** Everything that was written since the last call. */
  readonly written: () => string
  readonly resize: (size: TerminalSize) => void
  /** Ends the program without a word, as a bug would. */
  readonly exit: () => void
  /** Ctrl-Z, and `fg` after it. */
  readonly suspend: () => void
  readonly resume: () => void
}

interface Screen {
  lines: string[]
  row: number
  column: number
}

const ESCAPE = '\u001b'
const CODE = new RegExp(`${ESCAPE}\\[(\\??\\d*(?:;\\d+)*)([A-Za-z])|[^${ESCAPE}]`, 'gsu')
const OTHER_SCREEN = '?1049'
const CURSOR = '?25'

const fresh = (): Screen => ({ lines: [''], row: 0, column: 0 })
const textOf = ({ lines }: Screen): string => lines.map((line) => line.trimEnd()).join('\n')

/**
 * Makes a terminal. Of its ordinary screen it breaks lines that become too long when it is made narrower, also those that were
 * longer once, as some do; of the other one it cuts them.
 */
export function fakeTerminal(size: TerminalSize): FakeTerminal {
  let { columns, rows } = size
  const ordinary = fresh()
  let screen = ordinary
  let shown = true
  let written = ''
  const listeners = {
    resize: new Set<() => void>(),
    exit: new Set<() => void>(),
    leave: new Set<() => void>(),
    back: new Set<() => void>(),
  }
  const on = (name: keyof typeof listeners) => (listener: () => void) => {
    listeners[name].add(listener)
    return () => listeners[name].delete(listener)
  }
  const onSuspend = (leave: () => void, back: () => void) => {
    const forget = [on('leave')(leave), on('back')(back)]
    return () => {
      for (const each of forget) each()
    }
  }
  /** The first line that has not scrolled away. */
  const top = () => Math.max(0, screen.lines.length - rows)
  const reach = (row: number) => {
    while (screen.lines.length <= row) screen.lines.push('')
    screen.row = row
  }
  const newLine = () => {
    reach(screen.row + 1)
    screen.column = 0
    if (screen !== ordinary && screen.lines.length > rows) throw new Error('the other screen scrolls')
  }
  const put = (character: string) => {
    if (screen.column >= columns) newLine()
    const line = (screen.lines[screen.row] ?? '').padEnd(screen.column)
    screen.lines[screen.row] = line.slice(0, screen.column) + character + line.slice(screen.column + 1)
    screen.column++
  }
  const erased = () => {
    const line = screen.lines[screen.row] ?? ''
    return line.slice(0, screen.column).padEnd(screen === ordinary ? line.length : 0)
  }
  const turn = (argument: string, isOn: boolean) => {
    if (argument === CURSOR) shown = isOn
    else if (argument === OTHER_SCREEN) screen = isOn ? fresh() : ordinary
    else throw new Error(`the terminal does not know ${argument}`)
  }
  const codes: Readonly<Record<string, (argument: string) => void>> = {
    H: (argument) => {
      const [row = 1, column = 1] = argument.split(';').map(Number)
      reach(top() + Math.min(row, rows) - 1)
      screen.column = column - 1
    },
    K: () => {
      screen.lines[screen.row] = erased()
    },
    J: () => {
      screen.lines = [...screen.lines.slice(0, screen.row), erased()]
    },
    h: (argument) => turn(argument, true),
    l: (argument) => turn(argument, false),
    m: () => undefined,
  }
  const write = (text: string) => {
    written += text
    for (const [token, argument = '', letter] of text.matchAll(CODE)) {
      if (letter !== undefined) {
        const run = codes[letter]
        if (run === undefined) throw new Error(`the terminal does not know ${JSON.stringify(token)}`)
        run(argument)
      } else if (token === '\r') screen.column = 0
      else if (token === '\n') newLine()
      else put(token)
    }
  }
  return {
    sink: {
      write,
      isTTY: true,
      columns,
      terminal: { size: () => ({ columns, rows }), onResize: on('resize'), onExit: on('exit'), onSuspend },
    },
    text: () => textOf(screen),
    kept: () => textOf(ordinary),
    isCursorShown: () => shown,
    written: () => {
      const text = written
      written = ''
      return text
    },
    resize(next) {
      ;({ columns, rows } = next)
      ordinary.lines = ordinary.lines.flatMap((line) => broken(line, columns))
      ordinary.row = ordinary.lines.length - 1
      if (screen !== ordinary) {
        screen.lines = screen.lines.slice(0, rows).map((line) => line.slice(0, columns))
        screen.row = Math.min(screen.row, rows - 1)
      }
      for (const listener of listeners.resize) listener()
    },
    exit() {
      for (const listener of listeners.exit) listener()
    },
    suspend() {
      for (const listener of listeners.leave) listener()
    },
    resume() {
      for (const listener of listeners.back) listener()
    },
  }
}

const broken = (line: string, columns: number): string[] =>
  line.length <= columns ? [line] : [line.slice(0, columns), ...broken(line.slice(columns), columns)]
