import { availableParallelism } from 'node:os'
import { afterAll, describe, expect, test } from 'vitest'
import { everyEvent, everyKind } from '../../test/crash/points.ts'
import { scenes } from '../../test/crash/scenes.ts'
import { sweepExample } from '../../test/crash/sweep-example.ts'

/** Small enough that every event of theirs is tried; of the others one of each kind is. */
const SMALL: readonly string[] = ['single-node', 'cloned-template-gpu']

describe('what is killed is finished by the next run, to the same end', () => {
  const total = { tried: 0, failed: 0 }
  afterAll(() => {
    const { tried, failed } = total
    console.log(`${tried} points tried, ${failed === 0 ? 'all converged' : `${failed} did not converge`}`)
  })

  test.each(Object.keys(scenes))('%s', { timeout: 3_600_000 }, async (example) => {
    const { points, complaints } = await sweepExample(example, {
      choose: SMALL.includes(example) ? everyEvent : everyKind,
      // One more than there are cores, since a run also waits.
      parallel: availableParallelism() + 1,
      tell: (line) => console.log(line),
    })
    total.tried += points
    total.failed += complaints.length
    expect(complaints).toEqual([])
    expect(points).toBeGreaterThan(0)
  })
})
