import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

test('pci-address-login: a PCI address with an API token is refused', async () => {
  expect(await foundBy('pci-address-login', { workers: '{ gpu: { count: 1, gpu: "0000:28:00.0" } }' })).toEqual([
    {
      severity: 'error',
      message: 'only root@pam, signed in with a password, may pass through a PCI address',
      hint: 'make a resource mapping for the device and name it with mapping; or sign in as root@pam: proxmox.credentials: { type: password, username: root@pam, from: … }',
      path: 'workers.gpu.gpu',
    },
  ])
})

test('pci-address-login: each of several devices is named', async () => {
  expect(
    await foundBy('pci-address-login', {
      workers: '{ gpu: { count: 1, vm: { pci: [{ mapping: rtx }, { address: "28:00" }] } } }',
    }),
  ).toEqual([
    {
      severity: 'error',
      message: 'only root@pam, signed in with a password, may pass through a PCI address',
      hint: 'make a resource mapping for the device and name it with mapping; or sign in as root@pam: proxmox.credentials: { type: password, username: root@pam, from: … }',
      path: 'workers.gpu.vm.pci[1].address',
    },
  ])
})

test('pci-address-login: with the password of another user too', async () => {
  expect(
    await foundBy('pci-address-login', {
      proxmox: '{ credentials: { type: password, username: me@pve, from: { env: PASSWORD } } }',
      workers: '{ gpu: { count: 1, gpu: { address: "28:00.0" } } }',
    }),
  ).toEqual([
    {
      severity: 'error',
      message: 'only root@pam, signed in with a password, may pass through a PCI address',
      hint: 'make a resource mapping for the device and name it with mapping; or sign in as root@pam: proxmox.credentials: { type: password, username: root@pam, from: … }',
      path: 'workers.gpu.gpu',
    },
  ])
})

test('pci-address-login: nothing is said about a mapping, or root', async () => {
  expect(await foundBy('pci-address-login', { workers: '{ gpu: { count: 1, gpu: rtx } }' })).toEqual([])
  expect(
    await foundBy('pci-address-login', {
      proxmox: '{ credentials: { type: password, username: root@pam, from: { env: PASSWORD } } }',
      workers: '{ gpu: { count: 1, gpu: "0000:28:00.0" } }',
    }),
  ).toEqual([])
})
