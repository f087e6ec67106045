import { visible } from '../spec/visible-text.ts'
import { UserError } from '../user-error.ts'
import type { Answer } from './exchange.ts'

const LONGEST_TEXT = 500

/** The JSON of an answer; throws what the factory refused, or what is no answer of a factory at all. */
export function readJson(call: string, url: string, { status, type, text }: Answer): unknown {
  if (status >= 300 && status < 400) throw notAFactory(call, url, 'a redirection')
  if (type.includes('text/html') || /^\s*</.test(text)) throw notAFactory(call, url, 'a web page')
  if (status >= 400) throw refused(call, url, status, text)
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new UserError('factory-answer', `the answer of ${url} to ${call} broke off or is not JSON`, {
      hint: 'run again; if it stays so, a proxy in between is at fault',
      cause,
    })
  }
}

/** The id in an answer to a schematic. */
export function readId(url: string, answer: unknown): string {
  const id = typeof answer === 'object' && answer !== null && 'id' in answer ? answer.id : undefined
  if (typeof id === 'string' && /^[0-9a-f]{64}$/.test(id)) return id
  throw notAFactory('POST /schematics', url, 'without the id of a schematic')
}

/** The rows of a list; a row that cannot be read makes the whole list unusable, since what is missing matters. */
export function readList<T>(path: string, url: string, answer: unknown, read: (row: unknown) => T | undefined): T[] {
  if (!Array.isArray(answer)) throw notAFactory(`GET ${path}`, url, 'not a list')
  return answer.map((row: unknown) => {
    const value = read(row)
    if (value === undefined) throw notAFactory(`GET ${path}`, url, 'a list of something else')
    return value
  })
}

const notAFactory = (call: string, url: string, what: string) =>
  new UserError('factory-answer', `the answer of ${url} to ${call} is not one of an image factory, but ${what}`, {
    hint: 'check `talos.factory`; a proxy that asks for a login answers like this, too',
  })

function refused(call: string, url: string, status: number, text: string): UserError {
  const said = visible(text.trim().split('\n').join('; ').slice(0, LONGEST_TEXT))
  return new UserError('factory-refused', `the image factory ${url} answered ${status} to ${call}: ${said}`, {
    ...(status === 404 ? { hint: 'it may not know this version of Talos: check `talos.version`' } : {}),
  })
}
