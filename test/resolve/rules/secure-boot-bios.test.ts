import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

test('secure-boot-bios: Secure Boot with seabios is refused', async () => {
  expect(
    await foundBy('secure-boot-bios', { talos: '{ version: v1.12.4, secureBoot: true }', vm: '{ bios: seabios }' }),
  ).toEqual([
    {
      severity: 'error',
      message: 'Secure Boot needs UEFI, but vm.bios is seabios',
      hint: 'set vm.bios: ovmf',
      path: 'talos.secureBoot',
    },
  ])
})

test('secure-boot-bios: nothing is said about Secure Boot with UEFI, with kernel arguments too', async () => {
  expect(
    await foundBy('secure-boot-bios', { talos: '{ version: v1.12.4, secureBoot: true, kernelArgs: [net.ifnames=0] }' }),
  ).toEqual([])
})
