import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

test('raw-decided-key: keys that another setting decides are refused, with its name', async () => {
  expect(
    await foundBy('raw-decided-key', {
      vm: '{ raw: { cores: 4, net0: "virtio,bridge=vmbr0", serial0: socket, smbios1: "uuid=0" } }',
    }),
  ).toEqual([
    {
      severity: 'error',
      on: 'key',
      message: 'cores is decided by vm.cores',
      hint: 'use vm.cores',
      path: 'vm.raw.cores',
    },
    {
      severity: 'error',
      on: 'key',
      message: 'net0 is decided by network and vm.net',
      hint: 'use network and vm.net',
      path: 'vm.raw.net0',
    },
    {
      severity: 'error',
      on: 'key',
      message: 'serial0 is decided by vm.serial',
      hint: 'use vm.serial',
      path: 'vm.raw.serial0',
    },
    {
      severity: 'error',
      on: 'key',
      message: 'smbios1 is set by talmox itself',
      hint: 'remove it',
      path: 'vm.raw.smbios1',
    },
  ])
})

test('raw-decided-key: nothing is said about keys that nothing else decides', async () => {
  expect(
    await foundBy('raw-decided-key', { vm: '{ raw: { serial1: socket, numa0: "cpus=0-3", keyboard: de } }' }),
  ).toEqual([])
})
