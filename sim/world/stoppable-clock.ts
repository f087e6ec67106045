import type { Clock } from './clock.ts'

/** A clock that can be stopped: then nothing that was waiting comes any more. */
export interface StoppableClock extends Clock {
  readonly stop: () => void
}

/** Watches a clock: `tick` is told before whatever waited goes on. */
export function stoppableClock(clock: Clock, tick: () => void = () => {}): StoppableClock {
  const waiting = new Set<() => void>()
  let stopped = false
  return {
    now: clock.now,
    after(milliseconds, run) {
      if (stopped) return () => {}
      const cancel = clock.after(milliseconds, () => {
        waiting.delete(cancel)
        tick()
        run()
      })
      waiting.add(cancel)
      return () => {
        waiting.delete(cancel)
        cancel()
      }
    },
    stop() {
      stopped = true
      for (const cancel of waiting) cancel()
      waiting.clear()
    },
  }
}
