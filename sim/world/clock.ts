/** Simulated time: everything in the simulator that waits or tells the time does it here. */
export interface Clock {
  /** Simulated milliseconds since the epoch. */
  readonly now: () => number
  /** Calls back after a simulated span; the result cancels. */
  readonly after: (milliseconds: number, run: () => void) => () => void
}

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

/** Waits a simulated span, or until the signal says to stop waiting: then it fails with the signal's reason. */
export function wait(clock: Clock, milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason)
      return
    }
    const stop = () => {
      cancel()
      reject(signal?.reason)
    }
    const cancel = clock.after(milliseconds, () => {
      signal?.removeEventListener('abort', stop)
      resolve()
    })
    signal?.addEventListener('abort', stop, { once: true })
  })
}

/** Simulated seconds since the epoch, as Proxmox counts. */
export const seconds = (clock: Clock): number => Math.floor(clock.now() / 1000)
