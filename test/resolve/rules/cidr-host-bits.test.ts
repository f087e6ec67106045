import { expect, test } from 'vitest'
import { problemsOf } from '../problems-of.ts'

test('cidr-host-bits: an address where the network is meant', async () => {
  expect(await problemsOf({ network: '{ cidr: 192.168.1.1/24, gateway: 192.168.1.1 }' })).toEqual([
    {
      code: 'cidr-host-bits',
      severity: 'warning',
      path: 'network.cidr',
      message: '192.168.1.1/24 is an address in a network; the network 192.168.1.0/24 is meant',
      hint: 'write 192.168.1.0/24',
    },
  ])
})

test('cidr-host-bits: of pods, services and further NICs', async () => {
  expect(
    await problemsOf({
      network: '{ cidr: 192.168.1.0/24, gateway: 192.168.1.1, nics: [{ cidr: 10.40.0.9/24 }] }',
      kubernetes: '{ podSubnets: [10.244.1.0/16], serviceSubnets: [10.97.0.0/12] }',
    }),
  ).toEqual([
    {
      code: 'cidr-host-bits',
      severity: 'warning',
      path: 'kubernetes.podSubnets[0]',
      message: '10.244.1.0/16 is an address in a network; the network 10.244.0.0/16 is meant',
      hint: 'write 10.244.0.0/16',
    },
    {
      code: 'cidr-host-bits',
      severity: 'warning',
      path: 'kubernetes.serviceSubnets[0]',
      message: '10.97.0.0/12 is an address in a network; the network 10.96.0.0/12 is meant',
      hint: 'write 10.96.0.0/12',
    },
    {
      code: 'cidr-host-bits',
      severity: 'warning',
      path: 'network.nics[0].cidr',
      message: '10.40.0.9/24 is an address in a network; the network 10.40.0.0/24 is meant',
      hint: 'write 10.40.0.0/24',
    },
  ])
})
