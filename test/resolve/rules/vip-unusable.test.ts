import { expect, test } from 'vitest'
import { problemsOf } from '../problems-of.ts'

test('vip-unusable: outside the network of the control planes', async () => {
  expect(await problemsOf({ network: '{ cidr: 192.168.1.0/24, gateway: 192.168.1.1, vip: 192.168.2.210 }' })).toEqual([
    {
      code: 'vip-unusable',
      severity: 'error',
      path: 'network.vip',
      message: 'the VIP 192.168.2.210 is not in 192.168.1.0/24, where the control planes are',
      hint: 'use an address of network.cidr that no machine has, and that the DHCP server does not hand out',
    },
  ])
})

test('vip-unusable: of a family that they do not have', async () => {
  expect(await problemsOf({ network: "{ cidr: 192.168.1.0/24, gateway: 192.168.1.1, vip: 'fd00:1::5' }" })).toEqual([
    {
      code: 'vip-unusable',
      severity: 'error',
      path: 'network.vip',
      message: 'the VIP fd00:1::5 is IPv6, and the control planes are only in 192.168.1.0/24',
      hint: 'use an address of network.cidr that no machine has, and that the DHCP server does not hand out',
    },
  ])
})

test('vip-unusable: the gateway', async () => {
  expect(await problemsOf({ network: '{ cidr: 192.168.1.0/24, gateway: 192.168.1.1, vip: 192.168.1.1 }' })).toEqual([
    {
      code: 'vip-unusable',
      severity: 'error',
      path: 'network.vip',
      message: 'the VIP 192.168.1.1 is the gateway',
      hint: 'use an address of network.cidr that no machine has, and that the DHCP server does not hand out',
    },
  ])
})

test('vip-unusable: the broadcast address', async () => {
  expect(await problemsOf({ network: '{ cidr: 192.168.1.0/24, gateway: 192.168.1.1, vip: 192.168.1.255 }' })).toEqual([
    {
      code: 'vip-unusable',
      severity: 'error',
      path: 'network.vip',
      message: 'the VIP 192.168.1.255 is the broadcast address of 192.168.1.0/24',
      hint: 'use an address of network.cidr that no machine has, and that the DHCP server does not hand out',
    },
  ])
})

test('vip-unusable: with DHCP and no network, any address may be right', async () => {
  expect(await problemsOf({ network: '{ addressing: dhcp, vip: 192.168.2.210 }' })).toEqual([])
})
