import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

test('pcie-machine: PCI Express on i440fx is refused', async () => {
  expect(await foundBy('pcie-machine', { vm: '{ machine: i440fx, pci: [{ mapping: rtx, pcie: true }] }' })).toEqual([
    {
      severity: 'error',
      message: 'machine type i440fx has no PCI Express',
      hint: 'set vm.machine: q35, or pcie: false',
      path: 'vm.pci[0].pcie',
    },
  ])
})

test('pcie-machine: nothing is said about PCI Express on q35, plain PCI on i440fx', async () => {
  expect(await foundBy('pcie-machine', { vm: '{ machine: q35, pci: [{ mapping: rtx, pcie: true }] }' })).toEqual([])
  expect(await foundBy('pcie-machine', { vm: '{ machine: i440fx, pci: [{ mapping: rtx }] }' })).toEqual([])
})
