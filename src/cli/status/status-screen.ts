import { stripVTControlCharacters } from 'node:util'
import { columns as widthOf } from '../../spec/visible-text.ts'
import type { TerminalSize } from '../io.ts'
import type { Printer } from '../printer.ts'
import { cutTo } from '../screen/line.ts'
import type { Status } from './status.ts'
import { statusLines } from './status-text.ts'

/** When a status was seen, how often it is looked at, and how much of it fits. */
export interface Watched {
  readonly at: Date
  readonly everyMs: number
  readonly size: TerminalSize
}

/** As many lines of a status as a terminal has room for, and one that says how old they are. */
export function statusScreen(status: Status, { at, everyMs, size }: Watched, out: Printer): readonly string[] {
  // The last column stays free, since some terminals begin a new line when it is written to.
  const columns = Math.max(1, size.columns - 1)
  const lines = statusLines(status, { ...out, columns }, at)
  const room = Math.max(1, size.rows - 2)
  const cut = lines.length > room ? `, ${lines.length - room} more lines below` : ''
  const time = at.toISOString().slice(11, 19)
  const foot = out.paint('dim', `Ctrl-C ends; looked at ${time} UTC, again every ${everyMs / 1000} s${cut}`)
  return [...lines.slice(0, room), foot].map((line) => fitted(line, columns))
}

/** A line that the terminal would break is cut, and loses its colours. */
function fitted(line: string, most: number): string {
  const plain = stripVTControlCharacters(line)
  return widthOf(plain) <= most ? line : cutTo(plain, most)
}
