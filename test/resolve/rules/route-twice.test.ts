import { expect, test } from 'vitest'
import { problemsOf } from '../problems-of.ts'

const withRoutes = (routes: string, more = '') =>
  problemsOf({ network: `{ cidr: 192.168.1.0/24, gateway: 192.168.1.1, routes: [${routes}]${more} }` })

const hint = 'keep one of them, or give this one a higher metric, so that it is taken when the other one is gone'

test('route-twice: two routers for one network', async () => {
  expect(
    await withRoutes(
      '{ network: 10.8.0.0/16, gateway: 192.168.1.254 }, { network: 10.8.0.0/16, gateway: 192.168.1.253, metric: 1024 }',
    ),
  ).toEqual([
    {
      code: 'route-twice',
      severity: 'error',
      path: 'network.routes[1].network',
      message: '10.8.0.0/16 is reached by network.routes[0] already, with the metric 1024 too',
      hint,
    },
  ])
})

test('route-twice: a second default route, and one to the network that the machines are in', async () => {
  const nics = ', nics: [{ cidr: 10.40.0.0/24, routes: [{ network: 192.168.1.0/24, gateway: 10.40.0.1 }] }]'
  expect(await withRoutes('{ network: 0.0.0.0/0, gateway: 192.168.1.254 }', nics)).toEqual([
    {
      code: 'route-twice',
      severity: 'error',
      path: 'network.nics[0].routes[0].network',
      message: '192.168.1.0/24 is a network that the machines are in, and reach without a gateway',
      hint: 'leave the route out, or write the network that is meant',
    },
    {
      code: 'route-twice',
      severity: 'error',
      path: 'network.routes[0].network',
      message: '0.0.0.0/0 is reached by the gateway 192.168.1.1 already, with the metric 1024 too',
      hint,
    },
  ])
})

test('route-twice: a way that is taken when the other one is gone is fine', async () => {
  expect(await withRoutes('{ network: 0.0.0.0/0, gateway: 192.168.1.254, metric: 2048 }')).toEqual([])
})
