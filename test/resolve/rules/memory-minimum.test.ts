import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

test('memory-minimum: a control plane below 2GiB is refused', async () => {
  expect(await foundBy('memory-minimum', { controlPlane: '{ memory: 1GiB }' })).toEqual([
    {
      severity: 'error',
      message: '1GiB is less than Talos needs for a control plane',
      hint: 'use 2GiB or more',
      path: 'controlPlane.memory',
    },
  ])
})

test('memory-minimum: a worker below 1GiB is refused', async () => {
  expect(await foundBy('memory-minimum', { workers: '{ general: { count: 1, memory: 512MiB } }' })).toEqual([
    {
      severity: 'error',
      message: '512MiB is less than Talos needs for a worker',
      hint: 'use 1GiB or more',
      path: 'workers.general.memory',
    },
  ])
})

test('memory-minimum: nothing is said about the minimum of each role', async () => {
  expect(
    await foundBy('memory-minimum', {
      controlPlane: '{ memory: 2GiB }',
      workers: '{ general: { count: 1, memory: 1GiB } }',
    }),
  ).toEqual([])
})
