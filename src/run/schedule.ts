import type { Action } from '../plan/action.ts'
import { remainingSeconds } from './critical-path.ts'

/** How many may run at once of what shares a limit; the name before the colon decides. */
export type Limits = Readonly<Record<string, number>>

/** Which actions may begin now. */
export interface Schedule {
  /** Takes every action that may begin, the longest way to the end first, and counts it as running. */
  readonly begin: () => readonly Action[]
  /** An action has ended; what needs it may begin unless it failed. */
  readonly end: (id: string, succeeded: boolean) => void
  /** Actions that have not begun. */
  readonly waiting: () => readonly Action[]
  readonly running: () => number
}

/** Schedules the actions of a plan within limits. */
export function createSchedule(actions: readonly Action[], limits: Limits): Schedule {
  const remaining = remainingSeconds(actions)
  const urgency = ({ id }: Action) => remaining.get(id) ?? 0
  const open = new Map(actions.map((action) => [action.id, new Set(action.needs)]))
  const dependants = new Map<string, Action[]>()
  for (const action of actions) {
    for (const need of action.needs) {
      const known = dependants.get(need)
      if (known === undefined) dependants.set(need, [action])
      else known.push(action)
    }
  }
  const used = new Map<string, number>()
  const running = new Map<string, Action>()
  let ready = actions.filter(({ needs }) => needs.length === 0).sort((a, b) => urgency(b) - urgency(a))
  const waiting = new Set(actions)

  const isFree = (name: string) =>
    (used.get(name) ?? 0) < (limits[name.split(':')[0] ?? ''] ?? Number.POSITIVE_INFINITY)
  return {
    begin() {
      const begun: Action[] = []
      ready = ready.filter((action) => {
        if (!action.limits.every(isFree)) return true
        for (const name of action.limits) used.set(name, (used.get(name) ?? 0) + 1)
        running.set(action.id, action)
        waiting.delete(action)
        begun.push(action)
        return false
      })
      return begun
    },
    end(id, succeeded) {
      for (const name of running.get(id)?.limits ?? []) used.set(name, (used.get(name) ?? 1) - 1)
      running.delete(id)
      if (!succeeded) return
      const freed = (dependants.get(id) ?? []).filter((action) => {
        const needs = open.get(action.id)
        needs?.delete(id)
        return needs?.size === 0
      })
      if (freed.length > 0) ready = [...ready, ...freed].sort((a, b) => urgency(b) - urgency(a))
    },
    waiting: () => [...waiting],
    running: () => running.size,
  }
}
