/** Why a text is no JSON, in the words of the genuine server's JSON reader. */
export class JsonFault extends Error {}

const NEITHER = 'malformed JSON string, neither tag, array, object, number, string or atom'

/** Reads JSON; a fault is told as the genuine server tells it. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new JsonFault(findFault(text))
  }
}

interface Fault {
  readonly what: string
  readonly at: number
}

/** Reads the text up to the place where it stops being JSON. */
function findFault(text: string): string {
  const { what, at } = scanDocument(text)
  const rest = text.slice(at)
  return `${what}, at character offset ${at} (before "${rest === '' ? '(end of string)' : rest.slice(0, 20)}${rest.length > 20 ? '...' : ''}")`
}

function scanDocument(text: string): Fault {
  const end = scanValue(text, blanks(text, 0))
  if (typeof end !== 'number') return end
  return { what: 'garbage after JSON object', at: blanks(text, end) }
}

function blanks(text: string, at: number): number {
  let next = at
  while (/[ \t\r\n]/.test(text.charAt(next))) next++
  return next
}

const ATOM = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y

/** The place behind a value, or what is wrong with it. */
function scanValue(text: string, at: number): number | Fault {
  const first = text.charAt(at)
  if (first === '{') return scanMembers(text, at + 1, '}', scanPair, ', or } expected while parsing object/hash')
  if (first === '[') return scanMembers(text, at + 1, ']', scanValue, ', or ] expected while parsing array')
  if (first === '"') return scanString(text, at)
  ATOM.lastIndex = at
  return ATOM.test(text) ? ATOM.lastIndex : { what: NEITHER, at }
}

type Scan = (text: string, at: number) => number | Fault

function scanMembers(text: string, at: number, close: string, scan: Scan, expected: string): number | Fault {
  let next = blanks(text, at)
  if (text.charAt(next) === close) return next + 1
  for (;;) {
    const end = scan(text, next)
    if (typeof end !== 'number') return end
    next = blanks(text, end)
    if (text.charAt(next) === close) return next + 1
    if (text.charAt(next) !== ',') return { what: expected, at: next }
    next = blanks(text, next + 1)
  }
}

function scanPair(text: string, at: number): number | Fault {
  if (text.charAt(at) !== '"') return { what: 'malformed or illegal unicode character in string', at }
  const end = scanString(text, at)
  if (typeof end !== 'number') return end
  const colon = blanks(text, end)
  return text.charAt(colon) === ':' ? scanValue(text, blanks(text, colon + 1)) : { what: "':' expected", at: colon }
}

function scanString(text: string, at: number): number | Fault {
  for (let next = at + 1; next < text.length; next++) {
    const char = text.charAt(next)
    if (char === '"') return next + 1
    if (char < ' ') return { what: 'invalid character 0x0A encountered while parsing JSON string', at: next }
    if (char === '\\') next++
  }
  return { what: 'unexpected end of string while parsing JSON string', at: text.length }
}
