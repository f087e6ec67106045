import { expect, test } from 'vitest'
import { problemsOf } from '../problems-of.ts'

test('route-family: gateway and source of the other family, and nothing else is said of them', async () => {
  const network = `{ cidr: [192.168.1.0/24, 'fd00:1::/64'], gateway: [192.168.1.1, 'fd00:1::1'] }`
  const controlPlane = `{ network: { routes: [{ network: 10.8.0.0/16, gateway: 'fd00:1::fe', source: 'fd00:9::9' }] } }`
  expect(await problemsOf({ network, controlPlane })).toEqual([
    {
      code: 'route-family',
      severity: 'error',
      path: 'controlPlane.network.routes[0].gateway',
      message: 'the gateway fd00:1::fe is IPv6, and the network 10.8.0.0/16 is IPv4',
      hint: 'use an IPv4 address',
    },
    {
      code: 'route-family',
      severity: 'error',
      path: 'controlPlane.network.routes[0].source',
      message: 'the source fd00:9::9 is IPv6, and the network 10.8.0.0/16 is IPv4',
      hint: 'use an IPv4 address',
    },
  ])
})
