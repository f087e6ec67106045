import { type Clock, wait } from '../../world/clock.ts'
import { ProxmoxError } from './error.ts'

// Locks of Proxmox are held for seconds; five tries span a quarter of a minute.
const DELAYS_MS = [1000, 2000, 4000, 8000]
const JITTER = 0.25

/** What a retry needs to know about a call. */
export interface Retry<T> {
  readonly clock: Clock
  /** Between 0 and 1; spreads callers that failed together. */
  readonly random: () => number
  /** A read is repeated without asking. */
  readonly isRead: boolean
  /** Looks whether a call of unknown outcome was carried out, and returns what it would have returned. */
  readonly reread?: (() => Promise<{ readonly data: T } | undefined>) | undefined
  readonly signal?: AbortSignal | undefined
  readonly onRetry?: (error: ProxmoxError, delay: number) => void
}

/** Tries again where that can help and cannot do harm. */
export async function retrying<T>(attempt: () => Promise<T>, retry: Retry<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof ProxmoxError) || error.again === 'never') throw error
      const unsure = error.again === 'unknown' && !retry.isRead
      if (unsure && retry.reread === undefined) throw error
      const delay = (DELAYS_MS[tries] ?? 0) * (1 + JITTER * retry.random())
      if (delay > 0) {
        retry.onRetry?.(error, delay)
        await wait(retry.clock, delay, retry.signal)
      }
      const done = unsure ? await retry.reread?.() : undefined
      if (done !== undefined) return done.data
      if (tries >= DELAYS_MS.length) throw error
    }
  }
}
