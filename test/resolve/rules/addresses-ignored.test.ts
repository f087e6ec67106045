import { expect, test } from 'vitest'
import { problemsOf } from '../problems-of.ts'

test('addresses-ignored: with DHCP, of a pool and of a machine', async () => {
  expect(
    await problemsOf({
      network: '{ addressing: dhcp }',
      controlPlane: '{ addresses: +30 }',
      nodes: '{ lab-cp-1: { address: 192.168.1.40 } }',
    }),
  ).toEqual([
    {
      code: 'addresses-ignored',
      severity: 'warning',
      path: 'controlPlane.addresses',
      message: 'not used, since network.addressing is dhcp',
      hint: 'use network.addressing: reserved if the DHCP server hands out these addresses, or static; or leave the line out',
    },
    {
      code: 'addresses-ignored',
      severity: 'warning',
      path: 'nodes.lab-cp-1.address',
      message: 'not used, since network.addressing is dhcp',
      hint: 'use network.addressing: reserved if the DHCP server hands out these addresses, or static; or leave the line out',
    },
  ])
})

test('addresses-ignored: of a NIC that asks DHCP', async () => {
  expect(
    await problemsOf({
      network: '{ cidr: 192.168.1.0/24, gateway: 192.168.1.1, nics: [{ bridge: vmbr1, addresses: +20 }] }',
    }),
  ).toEqual([
    {
      code: 'addresses-ignored',
      severity: 'warning',
      path: 'network.nics[0].addresses',
      message: 'not used, since this NIC has no cidr and asks DHCP',
      hint: 'give the NIC its cidr, or leave the line out',
    },
  ])
})

test('addresses-ignored: a further NIC with a network still counts from its pool', async () => {
  expect(
    await problemsOf({
      network: '{ addressing: dhcp, nics: [{ cidr: 10.40.0.0/24 }] }',
      controlPlane: '{ addresses: +30 }',
    }),
  ).toEqual([])
})
