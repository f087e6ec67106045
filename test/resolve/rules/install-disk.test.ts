import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

test('install-disk: a disk of another bus is refused', async () => {
  expect(
    await foundBy('install-disk', {
      image: '{ mode: iso }',
      talos: '{ version: v1.12.4, installDisk: /dev/sda }',
      vm: '{ disk: { bus: virtio } }',
    }),
  ).toEqual([
    {
      severity: 'error',
      message: 'the boot disk is on bus virtio, where there is no /dev/sda',
      hint: 'use /dev/vda, or leave it out',
      path: 'talos.installDisk',
    },
  ])
})

test('install-disk: nothing is said about the disk of the bus, a path of udev, and none', async () => {
  expect(
    await foundBy('install-disk', { image: '{ mode: iso }', talos: '{ version: v1.12.4, installDisk: /dev/sda }' }),
  ).toEqual([])
  expect(
    await foundBy('install-disk', {
      image: '{ mode: iso }',
      talos: '{ version: v1.12.4, installDisk: /dev/disk/by-id/scsi-0 }',
    }),
  ).toEqual([])
  expect(await foundBy('install-disk', { image: '{ mode: iso }', vm: '{ disk: { bus: virtio } }' })).toEqual([])
})
