import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

test('raw-unknown-key: keys that Proxmox does not have are refused, with what was meant', async () => {
  expect(await foundBy('raw-unknown-key', { vm: '{ raw: { tabelt: 0, usb14: "mapping=stick", wings: 2 } }' })).toEqual([
    {
      severity: 'error',
      on: 'key',
      message: 'Proxmox has no key "tabelt" for virtual machines',
      hint: 'did you mean tablet?',
      path: 'vm.raw.tabelt',
    },
    {
      severity: 'error',
      on: 'key',
      message: 'Proxmox has no key "usb14" for virtual machines',
      hint: 'there are usb0 to usb13',
      path: 'vm.raw.usb14',
    },
    {
      severity: 'error',
      on: 'key',
      message: 'Proxmox has no key "wings" for virtual machines',
      hint: 'the keys are those that qm set takes',
      path: 'vm.raw.wings',
    },
  ])
})

test('raw-unknown-key: nothing is said about keys that it has', async () => {
  expect(await foundBy('raw-unknown-key', { vm: '{ raw: { tablet: 0, usb13: "mapping=stick" } }' })).toEqual([])
})
