import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { again, history } from './history.ts'
import { type Prepared, prepare } from './prepare.ts'
import type { StoryName } from './stories.ts'

/** Declares tests of so many histories of a story; `npm run soak` tells as many more as there is time for. */
export function tell(story: StoryName, count: number): void {
  describe(`the story ${story}`, () => {
    let prepared: Prepared
    beforeAll(async () => {
      prepared = await prepare(story)
    })
    afterAll(() => prepared.close())

    const seeds = Array.from({ length: count }, (_, index) => index + 1)
    test.each(seeds)('comes to its end whatever breaks: history %i', async (seed) => {
      const { wrongs, rules, log } = await history(seed, prepared)
      const seen = [again(prepared, seed), ...rules.map((rule) => JSON.stringify(rule)), ...log]
      expect(wrongs, seen.join('\n')).toEqual([])
    })
  })
}
