import { expect, test } from 'vitest'
import { problemsOf } from '../problems-of.ts'

const routes = '[{ network: 10.8.0.0/16, gateway: 192.168.1.254, source: 192.168.1.10 }]'
const network = `{ cidr: 192.168.1.0/24, gateway: 192.168.1.1, routes: ${routes} }`

test('route-source: the address of another machine', async () => {
  expect(await problemsOf({ network })).toEqual([
    {
      code: 'route-source',
      severity: 'error',
      path: 'network.routes[0].source',
      message: 'the source 192.168.1.10 of 10.8.0.0/16 is no address of lab-cp-2, nor of 1 more machine',
      hint: 'leave the line out, and the machine takes its address on this NIC, or write the route under nodes',
    },
  ])
})

test('route-source: the address of the very machine, or of one that asks DHCP, is fine', async () => {
  const nodes = `{ lab-cp-1: { network: { routes: ${routes} } } }`
  expect(await problemsOf({ nodes })).toEqual([])
  expect(
    await problemsOf({ network: network.replace('{', '{ addressing: dhcp,').replace('gateway: 192.168.1.1, ', '') }),
  ).toEqual([])
})
