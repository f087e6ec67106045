import { performance } from 'node:perf_hooks'
import type { Clock } from './clock.ts'

/**
 * A clock on which only waiting takes time: it goes on `speed` times as fast as the event loop is idle, and stands still
 * while anything is computed, so that a slow or busy computer makes nothing late.
 */
export function idleClock(speed: number, start = Date.now()): Clock {
  const idle = () => performance.eventLoopUtilization().idle
  const origin = idle()
  const now = () => start + (idle() - origin) * speed
  return {
    now,
    after(milliseconds, run) {
      const due = now() + milliseconds
      let timer: NodeJS.Timeout
      const arm = () => {
        timer = setTimeout(() => (now() >= due ? run() : arm()), Math.max(0, (due - now()) / speed))
      }
      arm()
      return () => clearTimeout(timer)
    },
  }
}
