import { performance } from 'node:perf_hooks'
import type { Clock } from './clock.ts'

/** How soon a timer looks again while the clock stands still. */
const STILL_MS = 10

/**
 * A clock on which only waiting takes time: it goes on `speed` times as fast as the event loop is idle, and stands still
 * while anything is computed, be it by other threads, so that a slow or busy computer makes nothing late.
 */
export function idleClock(speed: number, start = Date.now()): Clock {
  const idle = () => performance.eventLoopUtilization().idle
  const origin = idle()
  let lost = 0
  let works = 0
  let stoodStillAt = 0
  const now = () => start + ((works > 0 ? stoodStillAt : idle()) - origin - lost) * speed
  const end = () => {
    works--
    if (works === 0) lost += idle() - stoodStillAt
  }
  return {
    now,
    after(milliseconds, run) {
      const due = now() + milliseconds
      let timer: NodeJS.Timeout
      const arm = () => {
        const left = Math.max(0, (due - now()) / speed)
        timer = setTimeout(() => (now() >= due ? run() : arm()), works > 0 ? Math.max(STILL_MS, left) : left)
      }
      arm()
      return () => clearTimeout(timer)
    },
    computing(work) {
      if (works === 0) stoodStillAt = idle()
      works++
      work.then(end, end)
    },
  }
}
