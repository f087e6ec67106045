import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

test('scsi-controller: virtio-scsi-single is warned about', async () => {
  expect(await foundBy('scsi-controller', { vm: '{ scsihw: virtio-scsi-single }' })).toEqual([
    {
      severity: 'warning',
      message: "Talos' documentation advises against virtio-scsi-single: the bootstrap of some clusters hangs with it",
      hint: 'use virtio-scsi-pci',
      path: 'vm.scsihw',
    },
  ])
})

test('scsi-controller: nothing is said about virtio-scsi-pci', async () => {
  expect(await foundBy('scsi-controller', { vm: '{ scsihw: virtio-scsi-pci }' })).toEqual([])
})
