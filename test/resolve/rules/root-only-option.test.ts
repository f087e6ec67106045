import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

test('root-only-option: settings that only root may make are refused with an API token', async () => {
  expect(
    await foundBy('root-only-option', {
      vm: '{ affinity: 0-3, hookscript: "local:snippets/hook.sh", hugepages: 1GiB }',
    }),
  ).toEqual([
    {
      severity: 'error',
      message: 'only root@pam, signed in with a password, may set affinity',
      hint: 'remove it, or sign in as root@pam: proxmox.credentials: { type: password, username: root@pam, from: … }',
      path: 'vm.affinity',
    },
    {
      severity: 'error',
      message: 'only root@pam, signed in with a password, may set hookscript',
      hint: 'remove it, or sign in as root@pam: proxmox.credentials: { type: password, username: root@pam, from: … }',
      path: 'vm.hookscript',
    },
    {
      severity: 'error',
      message: 'only root@pam, signed in with a password, may set hugepages',
      hint: 'remove it, or sign in as root@pam: proxmox.credentials: { type: password, username: root@pam, from: … }',
      path: 'vm.hugepages',
    },
  ])
})

test('root-only-option: nothing is said about the same for root', async () => {
  expect(
    await foundBy('root-only-option', {
      proxmox: '{ credentials: { type: password, username: root@pam, from: { env: PASSWORD } } }',
      vm: '{ affinity: 0-3, hookscript: "local:snippets/hook.sh", hugepages: 1GiB }',
    }),
  ).toEqual([])
})
