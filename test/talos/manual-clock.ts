import type { Clock } from '../../src/world/clock.ts'

/** A clock that moves only when told to. */
export interface ManualClock extends Clock {
  /** Moves on and calls back all that is due, in order. */
  readonly advance: (milliseconds: number) => void
  readonly waiting: () => number
}

/** Makes a clock that stands still at a time. */
export function manualClock(start = Date.now()): ManualClock {
  let time = start
  let timers: { readonly at: number; readonly run: () => void }[] = []
  return {
    now: () => time,
    after(milliseconds, run) {
      const timer = { at: time + milliseconds, run }
      timers.push(timer)
      return () => {
        timers = timers.filter((one) => one !== timer)
      }
    },
    advance(milliseconds) {
      const end = time + milliseconds
      for (;;) {
        const [next] = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)
        if (next === undefined) break
        time = Math.max(time, next.at)
        timers = timers.filter((one) => one !== next)
        next.run()
      }
      time = end
    },
    waiting: () => timers.length,
  }
}
