import type { Action } from '../plan/action.ts'
import { remainingSeconds } from './critical-path.ts'
import { type WaitingLine, waitingLine } from './waiting-line.ts'

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

/** An action of which nothing is left to be done before it, and how urgent it is. */
interface Ready {
  readonly action: Action
  /** Seconds from its beginning to the end of all that waits for it. */
  readonly remaining: number
  /** As which of all it became ready. */
  readonly turn: number
}

const isBefore = (a: Ready, b: Ready): boolean =>
  a.remaining === b.remaining ? a.turn < b.turn : a.remaining > b.remaining

/**
 * Schedules the actions of a plan within limits. Who finds a limit used up waits in line for that one, and is looked at
 * again when it is free: an end costs the same however many wait.
 */
export function createSchedule(actions: readonly Action[], limits: Limits): Schedule {
  const remaining = remainingSeconds(actions)
  const needs = trackNeeds(actions)
  const used = new Map<string, number>()
  const running = new Map<string, Action>()
  const waiting = new Set(actions)
  const fresh = waitingLine(isBefore)
  const lines = new Map<string, WaitingLine<Ready>>()
  /** The limits that have become free since the last beginning. */
  const released = new Set<string>()
  let turn = 0

  const isFree = (name: string) =>
    (used.get(name) ?? 0) < (limits[name.split(':')[0] ?? ''] ?? Number.POSITIVE_INFINITY)
  const becomeReady = (action: Action) => fresh.add({ action, remaining: remaining.get(action.id) ?? 0, turn: turn++ })
  const waitFor = (name: string, one: Ready) => {
    const line = lines.get(name) ?? waitingLine(isBefore)
    lines.set(name, line)
    line.add(one)
  }
  /** The most urgent of those who may have become able to begin. */
  const takeNext = (): Ready | undefined => {
    let [first, from] = [fresh.head(), fresh]
    for (const name of released) {
      const line = lines.get(name)
      const head = line !== undefined && isFree(name) ? line.head() : undefined
      if (line === undefined || head === undefined) released.delete(name)
      else if (first === undefined || isBefore(head, first)) [first, from] = [head, line]
    }
    return from.take()
  }
  for (const action of actions) if (action.needs.length === 0) becomeReady(action)
  return {
    begin() {
      const begun: Action[] = []
      for (let next = takeNext(); next !== undefined; next = takeNext()) {
        const { action } = next
        const full = action.limits.find((name) => !isFree(name))
        if (full !== undefined) {
          waitFor(full, next)
          continue
        }
        for (const name of action.limits) used.set(name, (used.get(name) ?? 0) + 1)
        running.set(action.id, action)
        waiting.delete(action)
        begun.push(action)
      }
      return begun
    },
    end(id, succeeded) {
      for (const name of running.get(id)?.limits ?? []) {
        used.set(name, (used.get(name) ?? 1) - 1)
        released.add(name)
      }
      running.delete(id)
      if (succeeded) for (const action of needs.freedBy(id)) becomeReady(action)
    },
    waiting: () => [...waiting],
    running: () => running.size,
  }
}

/** Tells for each action that is done which others have nothing left to wait for. */
function trackNeeds(actions: readonly Action[]): { readonly freedBy: (id: string) => readonly Action[] } {
  const open = new Map(actions.map((action) => [action.id, new Set(action.needs)]))
  const dependants = new Map<string, Action[]>()
  for (const action of actions) {
    for (const need of action.needs) {
      const known = dependants.get(need)
      if (known === undefined) dependants.set(need, [action])
      else known.push(action)
    }
  }
  return {
    freedBy: (id) =>
      (dependants.get(id) ?? []).filter((action) => {
        const needs = open.get(action.id)
        needs?.delete(id)
        return needs?.size === 0
      }),
  }
}
