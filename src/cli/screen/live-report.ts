import type { RunEvent } from '../../run/events.ts'
import { isDone, type Progress, trackProgress } from '../../run/progress.ts'
import type { Clock } from '../../world/clock.ts'
import type { Paint } from '../printer.ts'
import { span } from '../span.ts'
import type { Reporter } from '../work/reporter.ts'
import type { Area } from './area.ts'
import { drawLine } from './line.ts'
import { composeView } from './view.ts'

/** What the live view works with. */
export interface LiveOptions {
  readonly area: Area
  readonly paint: Paint
  /** The clock of the world, which steps are timed by. */
  readonly clock: Clock
  readonly mask: (text: string) => string
  /** What stays on the screen goes here. */
  readonly print: (text: string) => void
  /** Calls again and again, by the time of the person who looks; the result ends it. */
  readonly every: (milliseconds: number, run: () => void) => () => void
}

const REDRAW_MS = 200

/** Shows a run as a table of machines that changes in place. */
export function liveReport({ area, paint, clock, mask, print, every }: LiveOptions): Reporter {
  let progress: Progress | undefined
  let began: number | undefined
  let stopping = false
  let done = 0
  const draw = () => {
    if (progress === undefined || began === undefined) return
    const size = area.size()
    const lines = composeView(progress, { now: clock.now(), began, size, stopping })
    // The last column stays free, since some terminals begin a new line when it is written to.
    area.show(lines.map((line) => drawLine(line, size.columns - 1, paint)))
  }
  const ends = [every(REDRAW_MS, draw), area.onResize(draw)]
  return {
    begin({ actions }) {
      done += countDone(progress)
      progress = trackProgress(actions)
      began ??= clock.now()
      draw()
    },
    pause() {
      done += countDone(progress)
      progress = undefined
      area.close()
    },
    event: (event) => progress?.take(masked(event, mask)),
    stopping() {
      stopping = true
      draw()
    },
    close(outcome) {
      for (const end of ends) end()
      area.close()
      if (began === undefined || outcome !== 'done') return
      print(`${paint('green', '✓')} ${done + countDone(progress)} steps in ${span(clock.now() - began)}\n`)
    },
  }
}

const countDone = (progress: Progress | undefined): number => progress?.steps().filter(isDone).length ?? 0

/** What a step says comes from elsewhere, and may repeat what it was told. */
function masked(event: RunEvent, mask: (text: string) => string): RunEvent {
  switch (event.type) {
    case 'progress':
      return { ...event, text: mask(event.text) }
    case 'again':
      return { ...event, reason: mask(event.reason) }
    case 'failed':
      return { ...event, error: mask(event.error instanceof Error ? event.error.message : String(event.error)) }
    case 'started':
    case 'ended':
    case 'dropped':
      return event
  }
}
