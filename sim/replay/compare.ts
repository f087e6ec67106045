import type { WireAnswer } from './http-client.ts'
import type { Placeholders } from './placeholders.ts'
import type { Json, JsonObject, Step } from './scenario.ts'

/** Where an answer differs from the recorded one; empty when it is equal. */
export function compareAnswer(step: Step, answer: WireAnswer, placeholders: Placeholders): readonly string[] {
  const differences: string[] = []
  const differ = (what: string, wanted: unknown, got: unknown) =>
    differences.push(`${what}: wanted ${short(wanted)}, got ${short(got)}`)
  if (answer.status !== step.status) differ('status', step.status, answer.status)
  if (!placeholders.matchText(comparable(step.reason), comparable(answer.reason))) {
    differ('reason', step.reason, answer.reason)
  }
  for (const [name, wanted] of Object.entries(step.headers ?? {})) {
    if (name !== 'set-cookie' && answer.headers[name] !== wanted) differ(name, wanted, answer.headers[name])
  }
  if (differences.length > 0) return differences
  if (step.body_text !== undefined) {
    if (!placeholders.matchText(comparable(step.body_text), comparable(answer.text))) {
      differ('body', step.body_text, answer.text)
    }
    return differences
  }
  const got = parse(answer.text)
  if (got === undefined) return [`body: wanted JSON, got ${short(answer.text)}`]
  compareValue(step.body ?? null, got, { step, placeholders, at: '', key: '', differ })
  return differences
}

interface Place {
  readonly step: Step
  readonly placeholders: Placeholders
  readonly at: string
  readonly key: string
  readonly differ: (what: string, wanted: unknown, got: unknown) => void
}

const below = (place: Place, key: string): Place => ({ ...place, at: `${place.at}.${key}`, key })

function compareValue(wanted: Json, got: Json | undefined, place: Place): void {
  if (Array.isArray(wanted)) compareList(wanted, got, place)
  else if (isObject(wanted)) compareObject(wanted, got, place)
  else if (!equalScalar(wanted, got, place)) place.differ(place.at || 'body', wanted, got)
}

function equalScalar(wanted: Json, got: Json | undefined, { placeholders, key, at }: Place): boolean {
  if (wanted === '<any>') return true
  if (typeof wanted !== 'string') return wanted === got
  if (typeof got === 'number') return placeholders.matchNumber(wanted, got)
  if (typeof got !== 'string') return false
  if (key === 'content') return sortedList(wanted) === sortedList(got)
  if (at.startsWith('.errors.')) return sortedLines(wanted) === sortedLines(got)
  return placeholders.matchString(comparable(wanted), comparable(got))
}

const sortedList = (text: string): string => text.split(',').sort().join(',')
const sortedLines = (text: string): string => text.split('\n').sort().join('\n')

/** Texts are compared up to the place in the genuine program. */
function comparable(text: string): string {
  return text.replace(/ at \/usr\/share\/.*/s, '')
}

function compareObject(wanted: JsonObject, got: Json | undefined, place: Place): void {
  if (!isObject(got)) {
    place.differ(place.at || 'body', wanted, got)
    return
  }
  for (const [key, value] of Object.entries(wanted)) {
    const other = Object.hasOwn(got, key) ? got[key] : undefined
    if (other === undefined && value === '<any>') continue
    if (place.at === '' && key === 'total' && hasProgress(wanted)) continue
    compareValue(value, other, below(place, key))
  }
  for (const key of Object.keys(got)) {
    if (!Object.hasOwn(wanted, key)) place.differ(`${place.at}.${key}`, 'nothing', got[key])
  }
}

const hasProgress = (body: JsonObject): boolean => JSON.stringify(body.data ?? null).includes('<progress>')

function compareList(wanted: readonly Json[], got: Json | undefined, place: Place): void {
  if (!Array.isArray(got)) {
    place.differ(place.at || 'body', wanted, got)
    return
  }
  if (place.at === '.data' && JSON.stringify(wanted).includes('<progress>')) {
    compareLists(withoutProgress(wanted), withoutProgress(got), place)
  } else if (place.at === '.data' && place.step.unordered) compareUnordered(wanted, got, place)
  else compareLists(wanted, got, place)
}

function compareLists(wanted: readonly Json[], got: readonly Json[], place: Place): void {
  if (wanted.length !== got.length) place.differ(place.at, wanted, got)
  else for (const [index, each] of wanted.entries()) compareValue(each, got[index], below(place, String(index)))
}

/** Log lines of a copy's progress vary in number, and so do the numbers of the lines behind them. */
function withoutProgress(lines: readonly Json[]): readonly Json[] {
  return lines.flatMap((line) => {
    const text = isObject(line) ? line.t : undefined
    return typeof text !== 'string' || /^transferred |<progress>/.test(text) ? [] : [{ t: text }]
  })
}

/** Pairs each wanted element with an equal one of those that are left. */
function compareUnordered(wanted: readonly Json[], got: readonly Json[], place: Place): void {
  if (wanted.length !== got.length) {
    place.differ(place.at, wanted, got)
    return
  }
  const left = [...got]
  for (const [index, each] of wanted.entries()) {
    const found = left.findIndex((candidate) => isEqual(each, candidate, place))
    if (found < 0) {
      const closest = left.find((candidate) => sharesIdentity(each, candidate)) ?? left
      compareValue(each, isObject(closest) ? closest : undefined, below(place, String(index)))
      return
    }
    compareValue(each, left.splice(found, 1)[0], below(place, String(index)))
  }
}

/** Whether an element would be equal, without binding anything. */
function isEqual(wanted: Json, got: Json, place: Place): boolean {
  let equal = true
  const differ = () => {
    equal = false
  }
  compareValue(wanted, got, { ...place, placeholders: place.placeholders.copy(), differ })
  return equal
}

const IDENTITIES = ['id', 'vmid', 'volid', 'storage', 'iface', 'userid', 'name', 'upid', 'poolid', 'roleid', 'key']

function sharesIdentity(a: Json, b: Json): boolean {
  return isObject(a) && isObject(b) && IDENTITIES.some((key) => a[key] !== undefined && a[key] === b[key])
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 400 ? `${text.slice(0, 400)}…` : text
}
