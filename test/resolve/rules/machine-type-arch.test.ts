import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

test('machine-type-arch: q35 and seabios on arm64 are refused', async () => {
  expect(
    await foundBy('machine-type-arch', {
      talos: '{ version: v1.12.4, arch: arm64 }',
      vm: '{ machine: q35, bios: seabios }',
    }),
  ).toEqual([
    {
      severity: 'error',
      message: 'arm64 has no machine type q35',
      hint: 'use virt, or leave it out',
      path: 'vm.machine',
    },
    { severity: 'error', message: 'arm64 has no seabios', hint: 'use ovmf', path: 'vm.bios' },
  ])
})

test('machine-type-arch: virt on amd64 is refused', async () => {
  expect(await foundBy('machine-type-arch', { vm: '{ machine: virt }' })).toEqual([
    {
      severity: 'error',
      message: 'amd64 has no machine type virt',
      hint: 'use q35, or leave it out',
      path: 'vm.machine',
    },
  ])
})

test('machine-type-arch: nothing is said about the types of each architecture', async () => {
  expect(await foundBy('machine-type-arch', { talos: '{ version: v1.12.4, arch: arm64 }' })).toEqual([])
  expect(await foundBy('machine-type-arch', { vm: '{ machine: i440fx }' })).toEqual([])
  expect(await foundBy('machine-type-arch', { vm: '{ machine: pc-q35-9.2+pve1 }' })).toEqual([])
})
