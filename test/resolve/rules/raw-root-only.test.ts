import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

test('raw-root-only: keys that only root may set are refused with an API token', async () => {
  expect(
    await foundBy('raw-root-only', { vm: '{ raw: { args: -nodefaults, intel-tdx: "type=tdx,attestation=0" } }' }),
  ).toEqual([
    {
      severity: 'error',
      on: 'key',
      message: 'only root@pam, signed in with a password, may set args',
      hint: 'remove it, or sign in as root@pam: proxmox.credentials: { type: password, username: root@pam, from: … }',
      path: 'vm.raw.args',
    },
    {
      severity: 'error',
      on: 'key',
      message: 'only root@pam, signed in with a password, may set intel-tdx',
      hint: 'remove it, or sign in as root@pam: proxmox.credentials: { type: password, username: root@pam, from: … }; it exists since Proxmox 9.1',
      path: 'vm.raw.intel-tdx',
    },
  ])
})

test('raw-root-only: nothing is said about the same for root', async () => {
  expect(
    await foundBy('raw-root-only', {
      proxmox: '{ credentials: { type: password, username: root@pam, from: { env: PASSWORD } } }',
      vm: '{ raw: { args: -nodefaults } }',
    }),
  ).toEqual([])
})
