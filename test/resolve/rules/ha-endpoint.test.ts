import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

test('ha-endpoint: three control planes behind the address of the first', async () => {
  expect(await foundBy('ha-endpoint', {})).toEqual([
    {
      severity: 'warning',
      path: 'network.vip',
      message:
        'without a VIP or endpoint the Kubernetes API is reached at lab-cp-1 alone: when it fails, the other 2 do not help',
      hint: 'write network.vip, a free address of the network, or network.endpoint where a load balancer is there',
    },
  ])
})

test('ha-endpoint: a VIP or an endpoint is fine', async () => {
  const network = 'cidr: 192.168.1.0/24, gateway: 192.168.1.1'
  expect(await foundBy('ha-endpoint', { network: `{ ${network}, vip: 192.168.1.5 }` })).toEqual([])
  expect(await foundBy('ha-endpoint', { network: `{ ${network}, endpoint: https://k8s.lan:6443 }` })).toEqual([])
})

test('ha-endpoint: a single control plane is reached at its own address', async () => {
  expect(await foundBy('ha-endpoint', { controlPlane: '{ count: 1 }' })).toEqual([])
})

test('ha-endpoint: a misspelt VIP is not missing too', async () => {
  const network = '{ cidr: 192.168.1.0/24, gateway: 192.168.1.1, vpi: 192.168.1.5 }'
  expect(await foundBy('ha-endpoint', { network })).toEqual([])
})
