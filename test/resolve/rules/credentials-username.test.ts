import { expect, test } from 'vitest'
import { problemsOf } from '../problems-of.ts'

test('credentials-username: a password without', async () => {
  expect(await problemsOf({ proxmox: '{ credentials: { type: password, from: { env: PASSWORD } } }' })).toEqual([
    {
      code: 'credentials-username',
      severity: 'error',
      path: 'proxmox.credentials.username',
      message: 'a password needs its user',
      hint: 'write username, such as root@pam',
    },
  ])
})

test('credentials-username: a token with', async () => {
  expect(await problemsOf({ proxmox: '{ credentials: { username: root@pam } }' })).toEqual([
    {
      code: 'credentials-username',
      severity: 'warning',
      path: 'proxmox.credentials.username',
      message: 'root@pam is not used: a token names its user itself, as user@realm!name=secret',
      hint: 'leave username out, or use type: password',
    },
  ])
})

test('credentials-username: a password with is fine', async () => {
  expect(
    await problemsOf({ proxmox: '{ credentials: { type: password, username: root@pam, from: { env: PASSWORD } } }' }),
  ).toEqual([])
})
