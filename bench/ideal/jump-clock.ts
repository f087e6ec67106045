import { setImmediate } from 'node:timers/promises'
import { type Heap, pop, push } from '../../src/placement/heap.ts'
import type { Clock } from '../../src/world/clock.ts'

/** A clock that is never waited for: when nothing is left to do now, it is the time of whatever comes next. */
export interface JumpClock extends Clock {
  /** Lets time pass until the promise is settled; `look` is called before it goes on, until that changes nothing more. */
  readonly until: <T>(promise: Promise<T>, look?: () => boolean) => Promise<T>
}

interface Timer {
  readonly at: number
  /** Of timers of the same moment the first that was set rings first. */
  readonly order: number
  readonly run: () => void
  isOff: boolean
}

/** Makes such a clock. It suits only work that waits for nothing but this clock: neither files nor connections. */
export function jumpClock(start: number): JumpClock {
  let now = start
  let order = 0
  const timers: Heap<Timer> = { items: [], before: (a, b) => a.at < b.at || (a.at === b.at && a.order < b.order) }
  const next = (): Timer | undefined => {
    while (timers.items[0]?.isOff) pop(timers)
    return timers.items[0]
  }
  return {
    now: () => now,
    after(milliseconds, run) {
      const timer = { at: now + milliseconds, order: order++, run, isOff: false }
      push(timers, timer)
      return () => {
        timer.isOff = true
      }
    },
    async until(promise, look = () => false) {
      let isSettled = false
      const settled = () => {
        isSettled = true
      }
      promise.then(settled, settled)
      for (;;) {
        await setImmediate()
        if (isSettled) return await promise
        const timer = next()
        // Whatever happens at one moment is looked at together.
        if ((timer === undefined || timer.at > now) && look()) continue
        if (timer === undefined) throw new Error('nothing will ever happen again, and something is still waited for')
        pop(timers)
        now = Math.max(now, timer.at)
        timer.run()
      }
    },
  }
}
