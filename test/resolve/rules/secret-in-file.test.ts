import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

test('secret-in-file: a Proxmox token is refused, even under a key that does not exist', async () => {
  expect(
    await foundBy('secret-in-file', {
      proxmox: '{ credentials: { token: root@pam!talmox=0e1d2c3b-4a59-6877-8695-a4b3c2d1e0f9 } }',
    }),
  ).toEqual([
    {
      severity: 'error',
      on: 'key',
      message: 'a Proxmox API token is written here',
      hint: 'revoke it, and name where the new one is found: proxmox.credentials.from: { env: PROXMOX_VE_API_TOKEN }',
      path: 'proxmox.credentials.token',
    },
  ])
})

test('secret-in-file: a Proxmox token in a header is refused', async () => {
  expect(await foundBy('secret-in-file', { description: 'PVEAPIToken=root@pam!a=b' })).toEqual([
    {
      severity: 'error',
      on: 'key',
      message: 'a Proxmox API token is written here',
      hint: 'revoke it, and name where the new one is found: proxmox.credentials.from: { env: PROXMOX_VE_API_TOKEN }',
      path: 'description',
    },
  ])
})

test('secret-in-file: a password in a raw key is warned about', async () => {
  expect(await foundBy('secret-in-file', { vm: '{ raw: { cipassword: hunter22 } }' })).toEqual([
    {
      severity: 'warning',
      on: 'key',
      message: 'a password is written here',
      hint: 'keep this file out of version control, or move the secret out of it',
      path: 'vm.raw.cipassword',
    },
  ])
})

test('secret-in-file: nothing is said about the names of places where secrets are', async () => {
  expect(
    await foundBy('secret-in-file', { proxmox: '{ credentials: { from: { env: PROXMOX_VE_API_TOKEN } } }' }),
  ).toEqual([])
  expect(
    await foundBy('secret-in-file', { proxmox: '{ credentials: { from: { file: ~/.config/talmox/token } } }' }),
  ).toEqual([])
})
