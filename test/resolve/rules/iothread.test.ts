import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

test('iothread: a thread that the controller does not have is warned about', async () => {
  expect(await foundBy('iothread', { vm: '{ disk: { iothread: true } }' })).toEqual([
    {
      severity: 'warning',
      message: 'iothread does nothing with scsihw virtio-scsi-pci',
      hint: 'remove it, or use bus virtio',
      path: 'vm.disk.iothread',
    },
  ])
})

test('iothread: on further disks too', async () => {
  expect(
    await foundBy('iothread', {
      workers: '{ general: { count: 1, disks: [{ size: 10GiB, bus: sata, iothread: true }] } }',
    }),
  ).toEqual([
    {
      severity: 'warning',
      message: 'iothread does nothing with bus sata',
      hint: 'remove it, or use bus virtio',
      path: 'workers.general.disks[0].iothread',
    },
  ])
})

test('iothread: nothing is said about bus virtio, or one controller per disk', async () => {
  expect(await foundBy('iothread', { vm: '{ disk: { bus: virtio, iothread: true } }' })).toEqual([])
  expect(await foundBy('iothread', { vm: '{ scsihw: virtio-scsi-single, disk: { iothread: true } }' })).toEqual([])
})
