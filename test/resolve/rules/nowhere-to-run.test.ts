import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

test('nowhere-to-run: a cluster without a place for ordinary pods is warned about', async () => {
  expect(
    await foundBy('nowhere-to-run', {
      kubernetes: '{ scheduleOnControlPlanes: false }',
      workers: '{ general: { count: 0 } }',
    }),
  ).toEqual([
    {
      severity: 'warning',
      message: 'there are no workers, and control planes take no ordinary pods: nothing can run',
      hint: 'set it to true, or add workers',
      path: 'kubernetes.scheduleOnControlPlanes',
    },
  ])
})

test('nowhere-to-run: nothing is said about workers, or control planes that take pods', async () => {
  expect(
    await foundBy('nowhere-to-run', {
      kubernetes: '{ scheduleOnControlPlanes: false }',
      workers: '{ general: { count: 1 } }',
    }),
  ).toEqual([])
  expect(await foundBy('nowhere-to-run', { kubernetes: '{ scheduleOnControlPlanes: true }' })).toEqual([])
})
