import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

test('efidisk-without-ovmf: a disk for UEFI settings with seabios is warned about', async () => {
  expect(await foundBy('efidisk-without-ovmf', { vm: '{ bios: seabios, efidisk: { type: 4m } }' })).toEqual([
    {
      severity: 'warning',
      message: 'the disk for UEFI settings is of no use with bios seabios',
      hint: 'set vm.efidisk: null here, or vm.bios: ovmf',
      path: 'vm.efidisk',
    },
  ])
})

test('efidisk-without-ovmf: nothing is said about seabios alone, and null where a layer above has one', async () => {
  expect(await foundBy('efidisk-without-ovmf', { vm: '{ bios: seabios }' })).toEqual([])
  expect(
    await foundBy('efidisk-without-ovmf', {
      vm: '{ efidisk: { type: 4m } }',
      controlPlane: '{ vm: { bios: seabios, efidisk: null } }',
    }),
  ).toEqual([])
})
