import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

test('boot-device: a device that the machine does not have is refused', async () => {
  expect(await foundBy('boot-device', { vm: '{ boot: [scsi0, scsi1, net0] }' })).toEqual([
    {
      severity: 'error',
      message: 'the machine has no device scsi1',
      hint: 'it has scsi0, ide0, net0',
      path: 'vm.boot[1]',
    },
  ])
})

test('boot-device: nothing is said about the disk, the ISO, NICs and USB devices', async () => {
  expect(
    await foundBy('boot-device', {
      image: '{ mode: iso }',
      vm: '{ boot: [scsi0, ide2, net0, usb0], raw: { usb0: "mapping=stick" } }',
    }),
  ).toEqual([])
})
