import type { Clock } from '../../world/clock.ts'

/** A signal that fires when a span is over or an outer signal fires. */
export interface Deadline {
  readonly signal: AbortSignal
  /** Whether the span ran out, as opposed to somebody stopping the call. */
  readonly expired: () => boolean
  /** Starts the span again. */
  readonly restart: () => void
  /** Ends the watching; must be called. */
  readonly done: () => void
}

/** Watches a span by the clock; an undefined span never ends. */
export function startDeadline(clock: Clock, milliseconds: number | undefined, outer?: AbortSignal): Deadline {
  const controller = new AbortController()
  let expired = false
  let cancel: () => void = () => undefined
  const stop = () => controller.abort(outer?.reason)
  const restart = () => {
    cancel()
    if (milliseconds === undefined) return
    cancel = clock.after(milliseconds, () => {
      expired = true
      controller.abort(new Error('the deadline has passed'))
    })
  }
  if (outer?.aborted) stop()
  else outer?.addEventListener('abort', stop, { once: true })
  restart()
  return {
    signal: controller.signal,
    expired: () => expired,
    restart,
    done() {
      cancel()
      outer?.removeEventListener('abort', stop)
    },
  }
}
