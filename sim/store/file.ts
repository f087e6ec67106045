import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { isErrno } from '../../src/files/errno.ts'
import { UserError } from '../../src/user-error.ts'
import type { Changes } from './changes.ts'
import { isObject, type Unit } from './units.ts'

/** How worlds are written down; raised whenever one that was kept before would no longer be understood. */
const FORMAT = 2

/** When something was written: by the clock of the world, and by the real one; both in milliseconds. */
export interface Moment {
  readonly simulated: number
  readonly real: number
  readonly speed: number
}

/** What a file of a world says. */
export interface Saved {
  readonly units: readonly Unit[]
  readonly moment: Moment
}

type Line = { readonly moment: Moment } & Partial<Changes>

/** Reads a world's file: a head, then what changed, line by line; nothing when there is none. */
export function readWorldFile(file: string, writer: string): Saved | undefined {
  const text = readIfThere(file)
  if (text === undefined) return undefined
  // What follows the last line feed was never finished, so nobody was told of it.
  const [head = '', ...lines] = text.split('\n').slice(0, -1)
  if (head !== headLine(writer)) throw unreadable(file, head, writer)
  const units = new Map<string, Unit>()
  let moment: Moment | undefined
  for (const line of lines) {
    const { set = [], drop = [], moment: at }: Line = JSON.parse(line)
    for (const path of drop) units.delete(path.join('\n'))
    for (const unit of set) units.set(unit.path.join('\n'), unit)
    moment = at
  }
  return moment === undefined ? undefined : { units: [...units.values()], moment }
}

/** What a world's file begins with. What a world is made of differs from one talmox to the next. */
const headLine = (writer: string): string =>
  JSON.stringify({ talmox: 'simulated world', version: FORMAT, ...(writer === '' ? {} : { writer }) })

function unreadable(file: string, head: string, writer: string): UserError {
  const { version, writer: before = 'another version of talmox' } = headOf(head)
  if (version === undefined) {
    return new UserError('world-file', `${file} is not a simulated world`, { hint: 'name another file' })
  }
  const folder = path.dirname(file)
  const isHome = path.basename(path.dirname(folder)) === '.talmox'
  const message = `the simulated world ${file} was kept by ${before}, and ${writer || 'this one'} cannot go on with it`
  return new UserError('world-file', message, {
    hint: `remove it to begin with a new world${isHome ? `, with all of ${folder} if its cluster was only ever simulated` : ''}`,
  })
}

function headOf(head: string): { readonly version?: unknown; readonly writer?: unknown } {
  try {
    const value: unknown = JSON.parse(head)
    return isObject(value) && value.talmox === 'simulated world' ? value : {}
  } catch {
    return {}
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined
    throw error
  }
}

const lineOf = (moment: Moment, { set, drop }: Changes): string =>
  `${JSON.stringify({
    moment,
    ...(set.length === 0 ? {} : { set }),
    ...(drop.length === 0 ? {} : { drop }),
  })}\n`

/** Writes a world anew, whole or not at all, and says how long it is. */
export function replaceWorldFile(file: string, writer: string, moment: Moment, everything: Changes): number {
  const text = `${headLine(writer)}\n${lineOf(moment, everything)}`
  const temporary = `${file}.new`
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  // At once, and without waiting for the disk: it is the end of this process that must lose nothing.
  writeFileSync(temporary, text, { mode: 0o600 })
  renameSync(temporary, file)
  return text.length
}

/** Adds what has changed; once this returns, the end of this process loses nothing of it. Says how long it is. */
export function appendToWorldFile(file: string, moment: Moment, changes: Changes): number {
  const line = lineOf(moment, changes)
  appendFileSync(file, line, { mode: 0o600 })
  return line.length
}
