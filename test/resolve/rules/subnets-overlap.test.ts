import { expect, test } from 'vitest'
import { problemsOf } from '../problems-of.ts'

test('subnets-overlap: machines in the default network of services', async () => {
  expect(await problemsOf({ network: '{ cidr: 10.100.0.0/16, gateway: 10.100.0.1 }' })).toEqual([
    {
      code: 'subnets-overlap',
      severity: 'error',
      path: 'network.cidr',
      message: '10.96.0.0/12 of the services overlaps 10.100.0.0/16 of the machines (network.cidr)',
      hint: 'choose another network for the services, such as kubernetes.serviceSubnets: [172.30.0.0/16]',
    },
  ])
})

test('subnets-overlap: pods in the network of a further NIC', async () => {
  expect(
    await problemsOf({ network: '{ cidr: 192.168.1.0/24, gateway: 192.168.1.1, nics: [{ cidr: 10.244.7.0/24 }] }' }),
  ).toEqual([
    {
      code: 'subnets-overlap',
      severity: 'error',
      path: 'network.nics[0].cidr',
      message: '10.244.0.0/16 of the pods overlaps 10.244.7.0/24 of the machines (network.nics[0].cidr)',
      hint: 'choose another network for the pods, such as kubernetes.podSubnets: [172.20.0.0/16]',
    },
  ])
})

test('subnets-overlap: pods and services', async () => {
  expect(await problemsOf({ kubernetes: '{ podSubnets: [10.96.0.0/16] }' })).toEqual([
    {
      code: 'subnets-overlap',
      severity: 'error',
      path: 'kubernetes.podSubnets[0]',
      message: '10.96.0.0/12 of the services overlaps 10.96.0.0/16 of the pods (kubernetes.podSubnets[0])',
      hint: 'choose another network for the services, such as kubernetes.serviceSubnets: [172.30.0.0/16]',
    },
  ])
})

test('subnets-overlap: networks apart are fine', async () => {
  expect(await problemsOf({ kubernetes: '{ podSubnets: [10.0.0.0/16], serviceSubnets: [10.1.0.0/16] }' })).toEqual([])
})
