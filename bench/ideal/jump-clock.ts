import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../../src/world/clock.ts'

/** A clock that is never waited for: when nothing is left to do now, it is the time of whatever comes next. */
export interface JumpClock extends Clock {
  /** Lets time pass until the promise is settled; `look` is called whenever something has happened. */
  readonly until: <T>(promise: Promise<T>, look?: () => void) => Promise<T>
}

interface Timer {
  readonly at: number
  readonly run: () => void
}

/** Makes such a clock. It suits only work that waits for nothing but this clock: neither files nor connections. */
export function jumpClock(start: number): JumpClock {
  let now = start
  const timers = new Set<Timer>()
  const next = (): Timer | undefined => {
    let first: Timer | undefined
    for (const timer of timers) if (first === undefined || timer.at < first.at) first = timer
    return first
  }
  return {
    now: () => now,
    after(milliseconds, run) {
      const timer = { at: now + milliseconds, run }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    async until(promise, look = () => undefined) {
      let isSettled = false
      const settled = () => {
        isSettled = true
      }
      promise.then(settled, settled)
      for (;;) {
        await setImmediate()
        look()
        await setImmediate()
        if (isSettled) return await promise
        const timer = next()
        if (timer === undefined) throw new Error('nothing will ever happen again, and something is still waited for')
        timers.delete(timer)
        now = Math.max(now, timer.at)
        timer.run()
      }
    },
  }
}
