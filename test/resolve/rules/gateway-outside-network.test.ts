import { expect, test } from 'vitest'
import { problemsOf } from '../problems-of.ts'

test('gateway-outside-network: a typing mistake', async () => {
  expect(await problemsOf({ network: '{ cidr: 192.168.1.0/24, gateway: 192.168.0.1 }' })).toEqual([
    {
      code: 'gateway-outside-network',
      severity: 'error',
      path: 'network.gateway',
      message: 'the gateway 192.168.0.1 is not in 192.168.1.0/24',
      hint: 'use the address that the router has in this network, or correct the cidr',
    },
  ])
})

test('gateway-outside-network: two of one family', async () => {
  expect(await problemsOf({ network: '{ cidr: 192.168.1.0/24, gateway: [192.168.1.1, 192.168.1.2] }' })).toEqual([
    {
      code: 'gateway-outside-network',
      severity: 'error',
      path: 'network.gateway[1]',
      message: '192.168.1.2 is a second IPv4 gateway',
      hint: 'a machine has one default gateway for each family: keep one of them',
    },
  ])
})

test('gateway-outside-network: the broadcast address of a further NIC', async () => {
  expect(
    await problemsOf({
      network: '{ cidr: 192.168.1.0/24, gateway: 192.168.1.1, nics: [{ cidr: 10.40.0.0/24, gateway: 10.40.0.255 }] }',
    }),
  ).toEqual([
    {
      code: 'gateway-outside-network',
      severity: 'error',
      path: 'network.nics[0].gateway',
      message: 'the gateway 10.40.0.255 is the broadcast address of 10.40.0.0/24',
      hint: 'use the address that the router has in this network',
    },
  ])
})

test('gateway-outside-network: one for each family is fine', async () => {
  expect(
    await problemsOf({ network: "{ cidr: [192.168.1.0/24, 'fd00:1::/64'], gateway: [192.168.1.1, 'fd00:1::1'] }" }),
  ).toEqual([])
})
