import { expect, test } from 'vitest'
import { problemsOf } from '../problems-of.ts'

test('vmids-too-few: says how many fit', async () => {
  expect(await problemsOf({ workers: '{ general: { count: 8, vmids: 3000-3004 } }' })).toEqual([
    {
      code: 'vmids-too-few',
      severity: 'error',
      path: 'workers.general.vmids',
      message: 'VMIDs 3000-3004 are enough for 5 machines, and workers.general has 8',
      hint: 'use a longer range, such as vmids: 3000-3007, or lower workers.general.count to 5',
    },
  ])
})

test('vmids-too-few: near the largest VMID the range must start lower', async () => {
  expect(await problemsOf({ workers: '{ general: { count: 8, vmids: 999999995 } }' })).toEqual([
    {
      code: 'vmids-too-few',
      severity: 'error',
      path: 'workers.general.vmids',
      message: 'VMIDs 999999995-999999999 are enough for 5 machines, and workers.general has 8',
      hint: 'use a longer range, such as vmids: 999999992-999999999, or lower workers.general.count to 5',
    },
  ])
})

test('vmids-too-few: machines with VMIDs of their own do not count', async () => {
  expect(
    await problemsOf({
      workers: '{ general: { count: 2, vmids: 3000-3000 } }',
      nodes: '{ lab-general-2: { vmid: 4000 } }',
    }),
  ).toEqual([])
})
