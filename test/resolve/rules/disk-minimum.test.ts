import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

test('disk-minimum: less than Talos installs on is refused', async () => {
  expect(await foundBy('disk-minimum', { controlPlane: '{ disk: 5GiB }' })).toEqual([
    {
      severity: 'error',
      message: 'Talos does not install on 5GiB',
      hint: 'use 10GiB or more',
      path: 'controlPlane.disk',
    },
  ])
})

test('disk-minimum: less than it recommends is warned about', async () => {
  expect(await foundBy('disk-minimum', { workers: '{ general: { count: 1, vm: { disk: { size: 8GiB } } } }' })).toEqual(
    [
      {
        severity: 'warning',
        message: '8GiB is less than Talos recommends',
        hint: 'use 10GiB or more',
        path: 'workers.general.vm.disk.size',
      },
    ],
  )
})

test('disk-minimum: nothing is said about 10GiB, and small further disks', async () => {
  expect(await foundBy('disk-minimum', { controlPlane: '{ disk: 10GiB, disks: [{ size: 1GiB }] }' })).toEqual([])
})
