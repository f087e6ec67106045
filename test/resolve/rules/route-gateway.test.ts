import { expect, test } from 'vitest'
import { problemsOf } from '../problems-of.ts'

const withRoutes = (routes: string, more = '') =>
  problemsOf({ network: `{ cidr: 192.168.1.0/24, gateway: 192.168.1.1, routes: [${routes}]${more} }` })

const hint =
  'use the address that the router has in the network of this NIC, or move the route to the NIC whose network the router is in'

test('route-gateway: a router that is not a neighbour', async () => {
  expect(await withRoutes('{ network: 10.8.0.0/16, gateway: 192.168.0.254 }')).toEqual([
    {
      code: 'route-gateway',
      severity: 'error',
      path: 'network.routes[0].gateway',
      message: 'the gateway 192.168.0.254 of 10.8.0.0/16 is not in 192.168.1.0/24',
      hint,
    },
  ])
})

test('route-gateway: a neighbour on another NIC', async () => {
  const nics = ', nics: [{ cidr: 10.40.0.0/24, routes: [{ network: 10.41.0.0/24, gateway: 192.168.1.254 }] }]'
  expect(await withRoutes('', nics)).toEqual([
    {
      code: 'route-gateway',
      severity: 'error',
      path: 'network.nics[0].routes[0].gateway',
      message: 'the gateway 192.168.1.254 of 10.41.0.0/24 is not in 10.40.0.0/24',
      hint,
    },
  ])
})

test('route-gateway: the broadcast address', async () => {
  expect(await withRoutes('{ network: 10.8.0.0/16, gateway: 192.168.1.255 }')).toMatchObject([
    { message: 'the gateway 192.168.1.255 of 10.8.0.0/16 is the broadcast address of 192.168.1.0/24' },
  ])
})

test('route-gateway: what another route says is near is near, and so is a link-local router', async () => {
  expect(await withRoutes('{ network: 10.7.0.1/32 }, { network: 10.8.0.0/16, gateway: 10.7.0.1 }')).toEqual([])
  expect(await withRoutes("{ network: 'fd00:8::/48', gateway: 'fe80::1' }")).toEqual([])
})

test('route-gateway: of a NIC that asks DHCP the network is not known', async () => {
  expect(await withRoutes('', ', nics: [{ routes: [{ network: 10.41.0.0/24, gateway: 10.40.0.1 }] }]')).toEqual([])
})
