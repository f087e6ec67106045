import { groupBy } from '../../src/resolve/group-by.ts'
import type { KillPoint } from './cli-process.ts'
import { isRequest } from './requests.ts'

type Event = Omit<KillPoint, 'when'>

/** How a process can be killed at an event: half a request cannot be seen from outside. */
const whensOf = (event: Event): readonly KillPoint['when'][] =>
  isRequest({ when: 'before', ...event }) ? ['before', 'after'] : ['before', 'within', 'after']

/** Every event, and each way to be killed at it. */
export const everyPoint = (events: readonly string[]): readonly KillPoint[] =>
  eventsIn(events).flatMap((event) => whensOf(event).map((when) => ({ when, ...event })))

/** Every event once, each way to be killed in turn. */
export const everyEvent = (events: readonly string[]): readonly KillPoint[] => eventsIn(events).map(inTurn)

/** Every kind of event once, at the one in the middle: then the others of its kind are at work, too. */
export const everyKind = (events: readonly string[]): readonly KillPoint[] =>
  [...groupBy(eventsIn(events), ({ event }) => event).values()].map((alike, at) =>
    inTurn(alike[Math.floor(alike.length / 2)] ?? alike[0], at),
  )

/** One of several equal parts of a sweep, such that all of them together are the whole. */
export interface Slice {
  /** Counted from 0. */
  readonly part: number
  readonly of: number
}

/** A slice as people write it, such as `0/3`. */
export function parseSlice(text: string): Slice {
  const [, part, of] = /^(\d+)\/(\d+)$/.exec(text) ?? []
  if (part === undefined || Number(part) >= Number(of)) throw new Error(`${text} is no slice such as 0/3, 1/3 or 2/3`)
  return { part: Number(part), of: Number(of) }
}

/** The points of a slice: every so manieth, so that each slice has some of all kinds. */
export const sliceOf = (points: readonly KillPoint[], { part, of }: Slice): readonly KillPoint[] =>
  points.filter((_, at) => at % of === part)

/** A point as people write it, such as `after:ended vm.create:2`. */
export const writePoint = ({ when, event, nth }: KillPoint): string => `${when}:${event}:${nth}`

function inTurn(event: Event, at: number): KillPoint {
  const whens = whensOf(event)
  return { when: whens[at % whens.length] ?? 'after', ...event }
}

function eventsIn(events: readonly string[]): readonly Event[] {
  const met = new Map<string, number>()
  return events.map((event) => {
    const nth = (met.get(event) ?? 0) + 1
    met.set(event, nth)
    return { event, nth }
  })
}

/** Which points of a run are tried; all of them, each event once, unless told. */
export interface Choice {
  /** One point alone, as people write it. */
  readonly point?: string | undefined
  /** Before, within and after each event, and not one of them in turn. */
  readonly all?: boolean
  /** One event of each kind. */
  readonly kinds?: boolean
  readonly slice?: Slice
}

/** The points of a choice. */
export function choose(events: readonly string[], { point, all, kinds, slice = WHOLE }: Choice): readonly KillPoint[] {
  if (point !== undefined) return everyPoint(events).filter((each) => writePoint(each) === point)
  return sliceOf(kinds ? everyKind(events) : all ? everyPoint(events) : everyEvent(events), slice)
}

const WHOLE: Slice = { part: 0, of: 1 }
