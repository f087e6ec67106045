import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

test('pci-device-twice: a device twice in one machine is refused, however it is written', async () => {
  expect(
    await foundBy('pci-device-twice', {
      proxmox: '{ credentials: { type: password, username: root@pam, from: { env: PASSWORD } } }',
      workers: '{ gpu: { count: 1, vm: { pci: [{ address: "0000:28:00.0" }, { address: "28:00" }] } } }',
    }),
  ).toEqual([
    {
      severity: 'error',
      message: 'the machine already has this device',
      hint: 'remove one of the two',
      path: 'workers.gpu.vm.pci[1].address',
    },
  ])
})

test('pci-device-twice: nothing is said about two functions of one device', async () => {
  expect(
    await foundBy('pci-device-twice', {
      proxmox: '{ credentials: { type: password, username: root@pam, from: { env: PASSWORD } } }',
      workers: '{ gpu: { count: 1, vm: { pci: [{ address: "28:00.0" }, { address: "28:00.1" }, { mapping: nic }] } } }',
    }),
  ).toEqual([])
})
