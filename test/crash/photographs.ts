import type { RunningWorld } from '../../sim/start.ts'
import type { Ended, KillPoint } from './cli-process.ts'
import type { Left, Rehearsal } from './field.ts'
import { eventOf, type Reader } from './journal-lines.ts'
import { writePoint } from './points.ts'
import { watchRequests } from './requests.ts'

/** What was there at an event, and the line of the journal that says it. */
interface Photograph {
  readonly left: Left
  readonly line: string
}

/**
 * Plays a run once, and keeps at each event what a kill there would leave: then only the run after the kill is left to be
 * done. Tasks of Proxmox cannot be kept: while one runs, or a request is in hand, there is no photograph.
 */
export async function photographed(
  running: RunningWorld,
  photograph: () => Left,
  play: (reader: Reader) => Promise<Ended>,
): Promise<Rehearsal> {
  const photographs = new Map<string, Photograph>()
  const lines: string[] = []
  const requests: string[] = []
  let inHand = 0
  const take = (points: readonly KillPoint[], line: string) => {
    if (running.sim.workers.areBusy() || inHand > 0) return
    const left = photograph()
    for (const point of points) photographs.set(writePoint(point), { left, line })
  }
  const counted = (events: string[], event: string) => {
    events.push(event)
    return { event, nth: events.filter((each) => each === event).length }
  }
  const end = watchRequests(running, (request) => {
    const event = counted(requests, request)
    take([{ when: 'before', ...event }], '')
    inHand++
    return {
      after() {
        inHand--
        take([{ when: 'after', ...event }], '')
      },
    }
  })
  const ended = await play((line) => {
    const said = eventOf(line)
    if (said === undefined) return undefined
    const event = counted(lines, said)
    take(
      [
        { when: 'before', ...event },
        { when: 'within', ...event },
        { when: 'after', ...event },
      ],
      line,
    )
    return undefined
  })
  end()
  return {
    ended,
    events: [...lines, ...requests],
    leftAt(point) {
      const found = photographs.get(writePoint(point))
      return found?.left.copy(leftOf(found.line, point.when))
    },
    discard() {
      for (const { left } of photographs.values()) left.discard()
    },
  }
}

/** What a kill at an event leaves of the line that says it. */
export const leftOf = (line: string, when: KillPoint['when']): string =>
  ({ before: '', within: line.slice(0, line.length / 2), after: line })[when]
