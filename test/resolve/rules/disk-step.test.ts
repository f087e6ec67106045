import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

test('disk-step: a disk between two GiB is refused', async () => {
  expect(await foundBy('disk-step', { controlPlane: '{ disk: 20.5GiB }' })).toEqual([
    {
      severity: 'error',
      message: 'not a whole number of GiB, which Proxmox allocates',
      hint: 'use 21GiB',
      path: 'controlPlane.disk',
    },
  ])
})

test('disk-step: further disks too', async () => {
  expect(
    await foundBy('disk-step', { workers: '{ general: { count: 1, disks: [{ size: 1TiB }, { size: 512MiB }] } }' }),
  ).toEqual([
    {
      severity: 'error',
      message: 'not a whole number of GiB, which Proxmox allocates',
      hint: 'use 1GiB',
      path: 'workers.general.disks[1].size',
    },
  ])
})

test('disk-step: nothing is said about whole GiB', async () => {
  expect(await foundBy('disk-step', { controlPlane: '{ disk: 20480MiB }' })).toEqual([])
})

test('disk-step: a disk of nothing is refused', async () => {
  expect(await foundBy('disk-step', { vm: '{ disks: [{ size: 0GiB }] }' })).toMatchObject([
    { message: 'a disk needs a size', hint: 'use 1GiB', path: 'vm.disks[0].size' },
  ])
})
