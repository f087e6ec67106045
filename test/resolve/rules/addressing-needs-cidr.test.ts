import { expect, test } from 'vitest'
import { problemsOf } from '../problems-of.ts'

test('addressing-needs-cidr: static is what a file without network means', async () => {
  expect(await problemsOf({ network: '{ bridge: vmbr0 }' })).toEqual([
    {
      code: 'addressing-needs-cidr',
      severity: 'error',
      path: 'network.cidr',
      message: 'static addresses need the network they lie in',
      hint: 'write network.cidr, such as 192.168.1.0/24, or network.addressing: dhcp',
    },
  ])
})

test('addressing-needs-cidr: reserved', async () => {
  expect(await problemsOf({ network: '{ addressing: reserved }' })).toEqual([
    {
      code: 'addressing-needs-cidr',
      severity: 'error',
      path: 'network.cidr',
      message: 'reserved addresses need the network they lie in',
      hint: 'write network.cidr, such as 192.168.1.0/24, or network.addressing: dhcp',
    },
  ])
})

test('addressing-needs-cidr: dhcp needs none', async () => {
  expect(await problemsOf({ network: '{ addressing: dhcp }' })).toEqual([])
})
