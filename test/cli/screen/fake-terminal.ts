import type { Sink, TerminalSize } from '../../../src/cli/io.ts'

/** A terminal that understands the few codes that the screen is drawn with, and nothing else. */
export interface FakeTerminal {
  readonly sink: Sink
  /** What is on it, line by line, with all that scrolled away before. */
  readonly text: () => string
  readonly isCursorShown: () => boolean
  /** Everything that was written since the last call. */
  readonly written: () => string
  readonly resize: (size: TerminalSize) => void
  /** Ends the program without a word, as a bug would. */
  readonly exit: () => void
}

const ESCAPE = '\u001b'
const CODE = new RegExp(`${ESCAPE}\\[(\\??\\d*(?:;\\d+)*)([A-Za-z])|[^${ESCAPE}]`, 'gsu')

/** Makes a terminal; it breaks lines that become too long when it is made narrower, as most do. */
export function fakeTerminal(size: TerminalSize): FakeTerminal {
  let { columns, rows } = size
  let lines: string[] = ['']
  let [row, column] = [0, 0]
  let shown = true
  let fresh = ''
  const listeners = { resize: new Set<() => void>(), exit: new Set<() => void>() }
  const on = (name: keyof typeof listeners) => (listener: () => void) => {
    listeners[name].add(listener)
    return () => listeners[name].delete(listener)
  }
  const put = (character: string) => {
    if (column >= columns) newLine()
    const line = (lines[row] ?? '').padEnd(column)
    lines[row] = line.slice(0, column) + character + line.slice(column + 1)
    column++
  }
  const newLine = () => {
    row++
    column = 0
    if (row === lines.length) lines.push('')
  }
  const codes: Readonly<Record<string, (argument: string) => void>> = {
    // The cursor stops at the first line that is still on the screen.
    A: (argument) => {
      row = Math.max(row - Number(argument || 1), Math.max(0, lines.length - rows))
    },
    K: () => {
      lines[row] = (lines[row] ?? '').slice(0, column)
    },
    J: () => {
      lines = [...lines.slice(0, row), (lines[row] ?? '').slice(0, column)]
    },
    h: () => {
      shown = true
    },
    l: () => {
      shown = false
    },
    m: () => undefined,
  }
  const write = (text: string) => {
    fresh += text
    for (const [token, argument = '', letter] of text.matchAll(CODE)) {
      if (letter !== undefined) {
        const run = codes[letter]
        if (run === undefined) throw new Error(`the terminal does not know ${JSON.stringify(token)}`)
        run(argument)
      } else if (token === '\r') column = 0
      else if (token === '\n') newLine()
      else put(token)
    }
  }
  return {
    sink: {
      write,
      isTTY: true,
      columns,
      terminal: { size: () => ({ columns, rows }), onResize: on('resize'), onExit: on('exit') },
    },
    text: () => lines.map((line) => line.trimEnd()).join('\n'),
    isCursorShown: () => shown,
    written: () => {
      const text = fresh
      fresh = ''
      return text
    },
    resize(next) {
      ;({ columns, rows } = next)
      lines = lines.flatMap((line) => broken(line.trimEnd(), columns))
      row = lines.length - 1
      for (const listener of listeners.resize) listener()
    },
    exit() {
      for (const listener of listeners.exit) listener()
    },
  }
}

const broken = (line: string, columns: number): string[] =>
  line.length <= columns ? [line] : [line.slice(0, columns), ...broken(line.slice(columns), columns)]
