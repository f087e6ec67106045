import { expect, test } from 'vitest'
import { problemsOf } from '../problems-of.ts'

test('route-host-bits: the address of a router where its network is meant', async () => {
  expect(
    await problemsOf({
      network:
        '{ cidr: 192.168.1.0/24, gateway: 192.168.1.1, routes: [{ network: 10.8.0.1/16, gateway: 192.168.1.254 }] }',
    }),
  ).toEqual([
    {
      code: 'route-host-bits',
      severity: 'error',
      path: 'network.routes[0].network',
      message: '10.8.0.1/16 is an address in a network; the network 10.8.0.0/16 is meant',
      hint: 'write 10.8.0.0/16',
    },
  ])
})

test('route-host-bits: a route to a single address is fine', async () => {
  expect(
    await problemsOf({
      network:
        '{ cidr: 192.168.1.0/24, gateway: 192.168.1.1, routes: [{ network: 10.8.0.1/32, gateway: 192.168.1.254 }] }',
    }),
  ).toEqual([])
})
