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
  return Math.max(0, ...lefts, workLeft(open, now, pace))
}

/** Seconds of work that are left, shared by as many hands as there are now. */
function workLeft(open: readonly Step[], now: number, pace: number): number {
  const hands = open.filter(({ state }) => state === 'running').length
  const work = open.reduce((sum, { action, began }) => {
    const expected = EXPECTED_SECONDS[action.kind] * pace
    return sum + Math.max(0, expected - (began === undefined ? 0 : (now - began) / 1000))
  }, 0)
  return hands === 0 ? 0 : work / hands
}

/** How long things took against how long they should have. */
function paceOf(steps: readonly Step[]): number {
  const done = steps.filter(({ state }) => state === 'done')
  const expected = done.reduce((sum, { action }) => sum + EXPECTED_SECONDS[action.kind], 0)
  if (expected < TELLING) return 1
  const taken = done.reduce((sum, { began = 0, ended = began }) => sum + (ended - began) / 1000, 0)
  return Math.min(SLOWEST, Math.max(FASTEST, taken / expected))
}
