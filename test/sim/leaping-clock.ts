import type { Clock } from '../../src/world/clock.ts'

interface Event {
  readonly due: number
  readonly run: () => void
}

/** A clock that leaps to the next thing that is waited for, in order: how fast this computer is decides nothing. */
export function leapingClock(start = Date.parse('2026-01-01T00:00:00Z')): Clock {
  const events = new Set<Event>()
  let now = start
  let isGoing = false
  const leap = () => {
    isGoing = false
    const [first] = [...events].sort((a, b) => a.due - b.due)
    if (first === undefined) return
    events.delete(first)
    now = Math.max(now, first.due)
    first.run()
    go()
  }
  const go = () => {
    if (isGoing || events.size === 0) return
    isGoing = true
    setImmediate(leap)
  }
  return {
    now: () => now,
    after(milliseconds, run) {
      const event = { due: now + milliseconds, run }
      events.add(event)
      go()
      return () => events.delete(event)
    },
  }
}
