import type { Plan } from '../plan/plan-type.ts'
import { type Clock, wait } from '../world/clock.ts'

const MINUTE = 60_000
const PAUSE_MS = 2000

/** Waits for what stands against a plan and may be over by itself. */
export interface Patience {
  readonly clock: Clock
  readonly stop: AbortSignal
  /** Told what is waited for, once each. */
  readonly tell: (message: string) => void
}

/**
 * Lets a moment pass while everything that is refused may be over by itself; false once one of it has had its time, or will
 * never be over. A run that comes right after one that was killed meets what that one has begun.
 */
export function outwaiter({ clock, stop, tell }: Patience): (plan: Plan) => Promise<boolean> {
  const since = new Map<string, number>()
  return async ({ findings }) => {
    const refused = findings.filter(({ level }) => level === 'refused')
    for (const { message } of refused) {
      if (since.has(message)) continue
      since.set(message, clock.now())
      if (refused.every(({ passesWithin }) => passesWithin !== undefined)) tell(message)
    }
    const isOver = refused.some(
      ({ message, passesWithin = 0 }) => clock.now() - (since.get(message) ?? 0) >= passesWithin * MINUTE,
    )
    if (isOver || stop.aborted) return false
    await wait(clock, PAUSE_MS, stop).catch(() => undefined)
    return !stop.aborted
  }
}
