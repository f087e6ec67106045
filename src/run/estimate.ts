import { remainingSeconds } from './critical-path.ts'
import { EXPECTED_SECONDS } from './durations.ts'
import { isDone, type Step } from './progress.ts'

/** No host is this much faster or slower than expected; a step that hung must not frighten anyone. */
const FASTEST = 0.25
const SLOWEST = 4
/** Seconds that have to be behind us before the pace of this world counts. */
const TELLING = 10

/** Seconds that are left, by the longest way to the end, all the work there is, and how fast this world has been so far. */
export function secondsLeft(steps: readonly Step[], now: number): number {
  const open = steps.filter((step) => !isDone(step))
  const remaining = remainingSeconds(open.map(({ action }) => action))
  const pace = paceOf(steps)
  const lefts = open.map(({ action, began }) => {
    const expected = EXPECTED_SECONDS[action.kind] * pace
    const elapsed = began === undefined ? 0 : (now - began) / 1000
    return (remaining.get(action.id) ?? 0) * pace - Math.min(elapsed, expected)
  })
  return Math.max(0, ...lefts, workLeft(open, now, pace) / Math.max(1, mostAtOnce(steps)))
}

/** Seconds of work that are left, one step after the other. */
function workLeft(open: readonly Step[], now: number, pace: number): number {
  return open.reduce((sum, { action, began }) => {
    const expected = EXPECTED_SECONDS[action.kind] * pace
    return sum + Math.max(0, expected - (began === undefined ? 0 : (now - began) / 1000))
  }, 0)
}

/** How many steps have run at once so far: what the limits of this world allow. */
function mostAtOnce(steps: readonly Step[]): number {
  const changes = steps.flatMap(({ began, ended }) => [
    ...(began === undefined ? [] : [{ at: began, by: 1 }]),
    ...(ended === undefined ? [] : [{ at: ended, by: -1 }]),
  ])
  let [running, most] = [0, 0]
  for (const { by } of changes.sort((a, b) => a.at - b.at || a.by - b.by)) {
    running += by
    most = Math.max(most, running)
  }
  return most
}

/** How long things took against how long they should have. */
function paceOf(steps: readonly Step[]): number {
  const done = steps.filter(({ state }) => state === 'done')
  const expected = done.reduce((sum, { action }) => sum + EXPECTED_SECONDS[action.kind], 0)
  if (expected < TELLING) return 1
  const taken = done.reduce((sum, { began = 0, ended = began }) => sum + (ended - began) / 1000, 0)
  return Math.min(SLOWEST, Math.max(FASTEST, taken / expected))
}
