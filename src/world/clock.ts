/** The time, and waiting for it; a simulated world brings a clock of its own. */
export interface Clock {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Calls back after a span; the result cancels. */
  readonly after: (milliseconds: number, run: () => void) => () => void
  /** Told of work that keeps only this computer busy, for a clock on which that takes no time; others need not know. */
  readonly computing?: (work: Promise<unknown>) => void
}

/** The clock of this machine. */
export const realClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds)
    return () => clearTimeout(timer)
  },
}

/** Waits a span, or until the signal says to stop: then it fails with the signal's reason. */
export function wait(clock: Clock, milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
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
