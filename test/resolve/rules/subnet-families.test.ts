import { expect, test } from 'vitest'
import { problemsOf } from '../problems-of.ts'

test('subnet-families: services of a family that pods do not have', async () => {
  expect(await problemsOf({ kubernetes: "{ serviceSubnets: [10.96.0.0/12, 'fd00:96::/112'] }" })).toEqual([
    {
      code: 'subnet-families',
      severity: 'error',
      path: 'kubernetes.serviceSubnets',
      message: 'pods have IPv4, services have IPv4 and IPv6',
      hint: 'give both the same families: write kubernetes.podSubnets too',
    },
  ])
})

test('subnet-families: pods of a family that services do not have', async () => {
  expect(
    await problemsOf({
      network: "{ cidr: [192.168.1.0/24, 'fd00:1::/64'], gateway: 192.168.1.1 }",
      kubernetes: '{ serviceSubnets: [10.96.0.0/12] }',
    }),
  ).toEqual([
    {
      code: 'subnet-families',
      severity: 'warning',
      path: 'kubernetes.serviceSubnets',
      message: 'pods have IPv4 and IPv6, services have IPv4',
      hint: 'give both the same families: write kubernetes.podSubnets too',
    },
  ])
})

test('subnet-families: two of one family', async () => {
  expect(await problemsOf({ kubernetes: '{ podSubnets: [10.244.0.0/16, 10.245.0.0/16] }' })).toEqual([
    {
      code: 'subnet-families',
      severity: 'error',
      path: 'kubernetes.podSubnets[1]',
      message: '10.245.0.0/16 is a second IPv4 network for pods',
      hint: 'keep one network for each family',
    },
  ])
})

test('subnet-families: pods of a family that machines do not have', async () => {
  expect(
    await problemsOf({
      kubernetes: "{ podSubnets: [10.244.0.0/16, 'fd00:10::/56'], serviceSubnets: [10.96.0.0/12, 'fd00:96::/112'] }",
    }),
  ).toEqual([
    {
      code: 'subnet-families',
      severity: 'warning',
      path: 'kubernetes.podSubnets',
      message: 'pods have IPv4 and IPv6, machines have IPv4',
      hint: 'a pod speaks the families its machine speaks: give network.cidr and the subnets the same ones',
    },
  ])
})

test('subnet-families: dual stack by default is fine', async () => {
  expect(await problemsOf({ network: "{ cidr: [192.168.1.0/24, 'fd00:1::/64'], gateway: 192.168.1.1 }" })).toEqual([])
})
