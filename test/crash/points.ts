import { groupBy } from '../../src/resolve/group-by.ts'
import type { JournalPoint } from './cli-process.ts'

const WHENS = ['before', 'within', 'after'] as const

/** Every event of a journal, and each way to be killed at it. */
export const everyPoint = (events: readonly string[]): readonly JournalPoint[] =>
  eventsIn(events).flatMap((event) => WHENS.map((when) => ({ when, ...event })))

/** Every event of a journal once, in turn killed before, within and after its line. */
export const everyEvent = (events: readonly string[]): readonly JournalPoint[] => eventsIn(events).map(inTurn)

/** Every kind of event once, at the one in the middle: then the others of its kind are at work, too. */
export function everyKind(events: readonly string[]): readonly JournalPoint[] {
  return [...groupBy(eventsIn(events), ({ event }) => event).values()].map((alike, at) =>
    inTurn(alike[Math.floor(alike.length / 2)] ?? alike[0], at),
  )
}

/** A point as people write it, such as `after:ended vm.create:2`. */
export const writePoint = ({ when, event, nth }: JournalPoint): string => `${when}:${event}:${nth}`

function inTurn(event: Omit<JournalPoint, 'when'>, at: number): JournalPoint {
  return { when: WHENS[at % WHENS.length] ?? 'after', ...event }
}

function eventsIn(events: readonly string[]): readonly Omit<JournalPoint, 'when'>[] {
  const met = new Map<string, number>()
  return events.map((event) => {
    const nth = (met.get(event) ?? 0) + 1
    met.set(event, nth)
    return { event, nth }
  })
}
