import { expect, test } from 'vitest'
import { problemsOf } from './problems-of.ts'

test('more machines than any cluster has are refused before they are worked out', async () => {
  const workers = Array.from({ length: 3 }, (_, index) => `p${index}: { count: ${8000 + index} }`).join(', ')
  expect(await problemsOf({ workers: `{ ${workers} }` })).toEqual([
    {
      code: 'too-many-machines',
      severity: 'error',
      path: 'workers.p2.count',
      message: 'the cluster would have 24006 machines, talmox works out at most 20000',
      hint: 'lower the counts, or make several clusters of it',
    },
  ])
})
