import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

test('too-many-disks: the first disk that has no place is refused', async () => {
  expect(
    await foundBy('too-many-disks', {
      workers:
        '{ storage: { count: 1, disks: [{ size: 1GiB, bus: sata }, { size: 1GiB, bus: sata }, { size: 1GiB, bus: sata }, { size: 1GiB, bus: sata }, { size: 1GiB, bus: sata }, { size: 1GiB, bus: sata }, { size: 1GiB, bus: sata }, { size: 1GiB, bus: sata }] } }',
    }),
  ).toEqual([
    {
      severity: 'error',
      message: 'bus sata is full: it takes 6 disks',
      hint: 'put it on another bus',
      path: 'workers.storage.disks[6]',
    },
  ])
})

test('too-many-disks: nothing is said about a full bus', async () => {
  expect(
    await foundBy('too-many-disks', {
      workers:
        '{ storage: { count: 1, disks: [{ size: 1GiB }, { size: 1GiB }, { size: 1GiB }, { size: 1GiB }, { size: 1GiB }, { size: 1GiB }, { size: 1GiB }, { size: 1GiB }, { size: 1GiB }, { size: 1GiB }, { size: 1GiB }, { size: 1GiB }, { size: 1GiB }, { size: 1GiB }, { size: 1GiB }, { size: 1GiB }, { size: 1GiB }, { size: 1GiB }, { size: 1GiB }, { size: 1GiB }, { size: 1GiB }, { size: 1GiB }, { size: 1GiB }, { size: 1GiB }, { size: 1GiB }, { size: 1GiB }, { size: 1GiB }, { size: 1GiB }, { size: 1GiB }, { size: 1GiB }] } }',
    }),
  ).toEqual([])
})
