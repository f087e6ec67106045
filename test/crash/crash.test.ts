import { expect, test } from 'vitest'
import type { KillPoint } from './cli-process.ts'
import { openServedField } from './served-field.ts'
import { sweepExample } from './sweep-example.ts'

/** One for each thing that must not be done twice; `npm run crash-sweep` tries every event of every example. */
const points: readonly KillPoint[] = [
  { when: 'after', event: 'started secrets.create', nth: 1 },
  { when: 'within', event: 'ended vm.create', nth: 1 },
  { when: 'before', event: 'ended etcd.bootstrap', nth: 1 },
  { when: 'after', event: 'started vm.restart', nth: 1 },
  { when: 'before', event: 'ended vm.delete', nth: 1 },
  { when: 'before', event: 'ended image.delete', nth: 1 },
  { when: 'after', event: 'started secrets.delete', nth: 1 },
]

test('what is killed is finished by the next run, to the same end', async () => {
  const { complaints, points: tried } = await sweepExample('single-node', {
    open: openServedField,
    only: ['create', 'restart', 'grow', 'destroy-all'],
    choose: (events) => points.filter(({ event }) => events.includes(event)),
    parallel: 1,
    tell: () => {},
  })
  expect(complaints).toEqual([])
  expect(tried).toBeGreaterThanOrEqual(points.length)
})
