import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

test('ssd-on-virtio: an SSD on virtio is warned about when it is asked for', async () => {
  expect(await foundBy('ssd-on-virtio', { vm: '{ disk: { bus: virtio, ssd: true } }' })).toEqual([
    {
      severity: 'warning',
      message: 'a virtio disk cannot be shown as an SSD',
      hint: 'remove it, or use bus scsi',
      path: 'vm.disk.ssd',
    },
  ])
})

test('ssd-on-virtio: on further disks too', async () => {
  expect(
    await foundBy('ssd-on-virtio', {
      workers: '{ general: { count: 1, disks: [{ size: 10GiB, bus: virtio, ssd: true }] } }',
    }),
  ).toEqual([
    {
      severity: 'warning',
      message: 'a virtio disk cannot be shown as an SSD',
      hint: 'remove it, or use bus scsi',
      path: 'workers.general.disks[0].ssd',
    },
  ])
})

test('ssd-on-virtio: nothing is said about the default on virtio', async () => {
  expect(await foundBy('ssd-on-virtio', { vm: '{ disk: { bus: virtio } }' })).toEqual([])
})
