import { expect, test } from 'vitest'
import { problemsOf } from '../problems-of.ts'

test('endpoint-beside-vip: another address wins over the VIP', async () => {
  expect(
    await problemsOf({
      network: '{ cidr: 192.168.1.0/24, gateway: 192.168.1.1, vip: 192.168.1.210, endpoint: https://192.168.1.5:6443 }',
    }),
  ).toEqual([
    {
      code: 'endpoint-beside-vip',
      severity: 'warning',
      path: 'network.endpoint',
      message: 'clients use the endpoint 192.168.1.5, and the VIP 192.168.1.210 is held for nobody',
      hint: 'keep the endpoint if a load balancer is there and drop the VIP, or drop the endpoint to use the VIP',
    },
  ])
})

test('endpoint-beside-vip: the VIP itself, or a name that may lead to it, is fine', async () => {
  expect(
    await problemsOf({
      network:
        '{ cidr: 192.168.1.0/24, gateway: 192.168.1.1, vip: 192.168.1.210, endpoint: https://192.168.1.210:6443 }',
    }),
  ).toEqual([])
  expect(
    await problemsOf({
      network:
        '{ cidr: 192.168.1.0/24, gateway: 192.168.1.1, vip: 192.168.1.210, endpoint: https://k8s.example.com:6443 }',
    }),
  ).toEqual([])
})
