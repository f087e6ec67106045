import { expect, test } from 'vitest'
import { problemsOf } from '../problems-of.ts'

test('proxmox-endpoint: without a port', async () => {
  expect(await problemsOf({ proxmox: '{ endpoint: https://pve1.lan }' })).toEqual([
    {
      code: 'proxmox-endpoint',
      severity: 'warning',
      path: 'proxmox.endpoint',
      message: 'https://pve1.lan has no port, which means 443, and Proxmox listens on 8006',
      hint: 'write https://pve1.lan:8006, or :443 if a proxy stands in front',
    },
  ])
})

test('proxmox-endpoint: with a path', async () => {
  expect(await problemsOf({ proxmox: '{ endpoint: https://pve1.lan/api2/json }' })).toEqual([
    {
      code: 'proxmox-endpoint',
      severity: 'error',
      path: 'proxmox.endpoint',
      message: 'https://pve1.lan/api2/json goes on after the host with /api2/json',
      hint: 'write https://pve1.lan:8006; the path of the API is added',
    },
  ])
})

test('proxmox-endpoint: a list names the one that is wrong', async () => {
  expect(
    await problemsOf({ proxmox: "{ endpoint: ['https://pve1.lan:8006', 'https://[fd00:1::2]:8006/?x=1'] }" }),
  ).toEqual([
    {
      code: 'proxmox-endpoint',
      severity: 'error',
      path: 'proxmox.endpoint[1]',
      message: 'https://[fd00:1::2]:8006/?x=1 goes on after the host with /?x=1',
      hint: 'write https://[fd00:1::2]:8006; the path of the API is added',
    },
  ])
})

test('proxmox-endpoint: a slash at the end, or a port of a proxy, is fine', async () => {
  expect(
    await problemsOf({ proxmox: "{ endpoint: ['https://pve1.lan:8006/', 'https://pve.example.com:443'] }" }),
  ).toEqual([])
})
