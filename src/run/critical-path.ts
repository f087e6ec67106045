import type { Action } from '../plan/action.ts'
import { EXPECTED_SECONDS } from './durations.ts'

/** For each action the seconds from its beginning to the end of all that waits for it, when nothing else holds it up. */
export function remainingSeconds(actions: readonly Action[]): ReadonlyMap<string, number> {
  const after = new Map<string, number>()
  const remaining = new Map<string, number>()
  // A plan is ordered, so whoever waits for an action comes after it.
  for (const { id, kind, needs } of [...actions].reverse()) {
    const seconds = EXPECTED_SECONDS[kind] + (after.get(id) ?? 0)
    remaining.set(id, seconds)
    for (const need of needs) after.set(need, Math.max(after.get(need) ?? 0, seconds))
  }
  return remaining
}
