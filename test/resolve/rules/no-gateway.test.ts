import { expect, test } from 'vitest'
import { problemsOf } from '../problems-of.ts'

test('no-gateway: static addresses without one', async () => {
  expect(await problemsOf({ network: '{ cidr: 192.168.1.0/24 }' })).toEqual([
    {
      code: 'no-gateway',
      severity: 'warning',
      path: 'network.gateway',
      message: 'no gateway is given: machines reach nothing outside 192.168.1.0/24',
      hint: 'write network.gateway, usually the address of the router',
    },
  ])
})

test('no-gateway: a further NIC may carry it', async () => {
  expect(
    await problemsOf({ network: '{ cidr: 192.168.1.0/24, nics: [{ cidr: 10.40.0.0/24, gateway: 10.40.0.1 }] }' }),
  ).toEqual([])
})

test('no-gateway: DHCP brings its own', async () => {
  expect(await problemsOf({ network: '{ cidr: 192.168.1.0/24, addressing: reserved }' })).toEqual([])
})
