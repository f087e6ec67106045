import { expect, test } from 'vitest'
import { EXPECTED_SECONDS } from '../../src/run/durations.ts'
import { secondsLeft } from '../../src/run/estimate.ts'
import { trackProgress } from '../../src/run/progress.ts'
import { step } from './actions.ts'

const START = EXPECTED_SECONDS['vm.start']

test('what hangs together takes as long as its chain, and what runs has less left', () => {
  const actions = [step('a'), step('b', ['a']), step('c', ['b'])]
  const progress = trackProgress(actions)
  expect(secondsLeft(progress.steps(), 0)).toBe(3 * START)
  for (const action of actions.slice(0, 1)) progress.take({ type: 'started', at: 0, action })
  expect(secondsLeft(progress.steps(), 1000)).toBe(3 * START - 1)
  // A step that takes longer than expected does not make the rest shorter.
  expect(secondsLeft(progress.steps(), 60_000)).toBe(2 * START)
})

test('what is held back by a limit takes as long as all its work, by as many as run at once', () => {
  const actions = Array.from({ length: 20 }, (_, index) => step(`worker-${index}`))
  const progress = trackProgress(actions)
  for (const action of actions.slice(0, 2)) progress.take({ type: 'started', at: 0, action })
  expect(secondsLeft(progress.steps(), 0)).toBe((20 * START) / 2)
})

test('a slow world makes the estimate longer, and nothing is left at the end', () => {
  const actions = Array.from({ length: 10 }, (_, index) => step(`worker-${index}`))
  const progress = trackProgress(actions)
  for (const action of actions.slice(0, 9)) {
    progress.take({ type: 'started', at: 0, action })
    progress.take({ type: 'ended', at: 2 * START * 1000, id: action.id, outcome: 'done' })
  }
  expect(secondsLeft(progress.steps(), 0)).toBe(2 * START)
  progress.take({ type: 'ended', at: 0, id: 'vm.start/worker-9', outcome: 'skipped' })
  expect(secondsLeft(progress.steps(), 0)).toBe(0)
})
