import { expect, test } from 'vitest'
import { history } from './history.ts'

/** Every kind of fault comes first in one of these; `npm run soak` tries as many more as there is time for. */
const SEEDS = Array.from({ length: 12 }, (_, index) => index + 1)

test.each(SEEDS)('a cluster goes through its life whatever breaks: history %i', async (seed) => {
  const { wrongs, rules, log, struck } = await history(seed)
  const again = `npm run soak -- --histories 1 --seed ${seed}`
  // A history in which nothing broke shows nothing.
  expect(Object.values(struck).reduce((sum, times) => sum + times, 0)).toBeGreaterThan(0)
  expect(wrongs, [again, ...rules.map((rule) => JSON.stringify(rule)), ...log].join('\n')).toEqual([])
})
