import type { Clock } from '../../src/world/clock.ts'

// The product waits by the same clock, so that both sides of a simulated world agree on the time.
export { type Clock, wait } from '../../src/world/clock.ts'

/** A clock that runs `speed` times as fast as the real one, from a given moment on. */
export function acceleratedClock(speed: number, start = Date.now()): Clock {
  const origin = performance.now()
  return {
    now: () => start + (performance.now() - origin) * speed,
    after(milliseconds, run) {
      const timer = setTimeout(run, milliseconds / speed)
      return () => clearTimeout(timer)
    },
  }
}

/** The real clock. */
export const realClock = (): Clock => acceleratedClock(1)

/** Simulated seconds since the epoch, as Proxmox counts. */
export const seconds = (clock: Clock): number => Math.floor(clock.now() / 1000)
