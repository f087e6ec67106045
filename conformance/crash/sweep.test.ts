import { availableParallelism } from 'node:os'
import { afterAll, describe, expect, test } from 'vitest'
import { everyEvent, everyKind } from '../../test/crash/points.ts'
import { sweepExample } from '../../test/crash/sweep-example.ts'

/** What fits a run of everything; `npm run crash-sweep` tries every event of every example. */
const CHOSEN = { 'single-node': everyEvent, 'cloned-template-gpu': everyKind, 'dual-stack': everyKind }

describe('what is killed is finished by the next run, to the same end', () => {
  const total = { tried: 0, failed: 0 }
  afterAll(() => {
    const { tried, failed } = total
    console.log(`${tried} points tried, ${failed === 0 ? 'all converged' : `${failed} did not converge`}`)
  })

  test.each(Object.entries(CHOSEN))('%s', { timeout: 3_600_000 }, async (example, choose) => {
    const { points, complaints } = await sweepExample(example, {
      choose,
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
