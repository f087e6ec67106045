import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

test('ide-clash: a disk in the place of the cloud-init drive is refused', async () => {
  expect(
    await foundBy('ide-clash', { workers: '{ general: { count: 1, disks: [{ size: 10GiB, bus: ide }] } }' }),
  ).toEqual([
    {
      severity: 'error',
      message: 'ide0 is taken by the cloud-init drive',
      hint: 'use bus scsi, virtio or sata',
      path: 'workers.general.disks[0]',
    },
  ])
})

test('ide-clash: and one in the place of the ISO', async () => {
  expect(
    await foundBy('ide-clash', {
      network: '{ addressing: dhcp }',
      image: '{ mode: iso }',
      workers: '{ general: { count: 1, vm: { disk: { bus: ide } }, disks: [{ size: 10GiB }, { size: 10GiB }] } }',
    }),
  ).toEqual([
    {
      severity: 'error',
      message: 'ide2 is taken by the ISO',
      hint: 'use bus scsi, virtio or sata',
      path: 'workers.general.disks[1]',
    },
  ])
})

test('ide-clash: nothing is said about IDE disks where nothing else is', async () => {
  expect(await foundBy('ide-clash', { network: '{ addressing: dhcp }', vm: '{ disk: { bus: ide } }' })).toEqual([])
})
