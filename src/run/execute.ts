import type { Action } from '../plan/action.ts'
import type { Clock } from '../world/clock.ts'
import type { RunEvent } from './events.ts'
import { createSchedule, type Limits } from './schedule.ts'

/** What carries one action out. */
export type Perform = (action: Action, tell: Tell) => Promise<'done' | 'skipped'>

/** How an action talks while it runs. */
export interface Tell {
  readonly progress: (text: string) => void
  readonly again: (reason: string) => void
  /** Says to stop at once. */
  readonly signal: AbortSignal
}

/** How a plan is carried out. */
export interface ExecuteOptions {
  readonly clock: Clock
  readonly limits: Limits
  readonly perform: Perform
  /** Hears of everything; a `started` is awaited before the action begins, so that it can be written down first. */
  readonly report: (event: RunEvent) => void | Promise<void>
  /** Begin nothing more, and let what runs come to its end. */
  readonly stop: AbortSignal
  /** End at once. */
  readonly abort: AbortSignal
}

/** How it went. */
export interface Execution {
  readonly done: number
  readonly failed: readonly { readonly action: Action; readonly error: unknown }[]
  readonly dropped: readonly Action[]
}

/** Carries actions out as soon as what they need is done, within limits; after a failure nothing more begins. */
export async function execute(actions: readonly Action[], options: ExecuteOptions): Promise<Execution> {
  const { clock, limits, perform, report, stop, abort } = options
  const schedule = createSchedule(actions, limits)
  const failed: { action: Action; error: unknown }[] = []
  const ended: Promise<void>[] = []
  /** Why failures could not be reported. */
  const untold: unknown[] = []
  let done = 0

  const run = async (action: Action) => {
    const { id } = action
    const tell: Tell = {
      progress: (text) => void report({ type: 'progress', at: clock.now(), id, text }),
      again: (reason) => void report({ type: 'again', at: clock.now(), id, reason }),
      signal: abort,
    }
    try {
      await report({ type: 'started', at: clock.now(), action })
      const outcome = await perform(action, tell)
      await report({ type: 'ended', at: clock.now(), id, outcome })
      done++
      schedule.end(id, true)
    } catch (error) {
      failed.push({ action, error })
      schedule.end(id, false)
      await report({ type: 'failed', at: clock.now(), id, error })
    }
    beginMore()
  }
  const beginMore = () => {
    if (failed.length > 0 || stop.aborted || abort.aborted) return
    for (const action of schedule.begin()) ended.push(run(action).catch((error: unknown) => void untold.push(error)))
  }

  beginMore()
  for (let next = 0; next < ended.length; next++) await ended[next]
  // Only when all have come to their end, since whoever hears of it lets go of the lock.
  if (untold.length > 0) throw untold[0]
  const dropped = schedule.waiting()
  const because = failed.length > 0 ? `${failed[0]?.action.id} failed` : 'the run was stopped'
  for (const { id } of dropped) await report({ type: 'dropped', at: clock.now(), id, because })
  return { done, failed, dropped }
}
