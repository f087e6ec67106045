import { expect, test } from 'vitest'
import { problemsOf } from '../problems-of.ts'

test('address-outside-network: a range of another network is told once for its pool', async () => {
  expect(await problemsOf({ controlPlane: '{ addresses: 192.168.2.10-192.168.2.19 }' })).toEqual([
    {
      code: 'address-outside-network',
      severity: 'error',
      path: 'controlPlane.addresses',
      message: '192.168.2.10 of lab-cp-1 is not in 192.168.1.0/24, nor are those of 2 more machines',
      hint: 'use addresses from 192.168.1.1 to 192.168.1.254, or give controlPlane an offset, such as addresses: +20',
    },
  ])
})

test('address-outside-network: an override of another network', async () => {
  expect(await problemsOf({ nodes: '{ lab-cp-1: { address: 192.168.11.10 } }' })).toEqual([
    {
      code: 'address-outside-network',
      severity: 'error',
      path: 'nodes.lab-cp-1.address',
      message: '192.168.11.10 of lab-cp-1 is not in 192.168.1.0/24',
      hint: 'use an address from 192.168.1.1 to 192.168.1.254',
    },
  ])
})

test('address-outside-network: a list in which one is wrong', async () => {
  expect(await problemsOf({ controlPlane: '{ addresses: [192.168.1.10, 192.186.1.11, 192.168.1.12] }' })).toEqual([
    {
      code: 'address-outside-network',
      severity: 'error',
      path: 'controlPlane.addresses[1]',
      message: '192.186.1.11 of lab-cp-2 is not in 192.168.1.0/24',
      hint: 'use addresses from 192.168.1.1 to 192.168.1.254, or give controlPlane an offset, such as addresses: +20',
    },
  ])
})

test("address-outside-network: a further NIC's list is held against the NIC's own network", async () => {
  expect(
    await problemsOf({
      controlPlane: '{ count: 1, network: { nics: [{ cidr: 10.40.0.0/24, addresses: [10.41.0.10] }] } }',
    }),
  ).toEqual([
    {
      code: 'address-outside-network',
      severity: 'error',
      path: 'controlPlane.network.nics[0].addresses',
      message: '10.41.0.10 of lab-cp-1 (net1) is not in 10.40.0.0/24',
      hint: 'use addresses from 10.40.0.1 to 10.40.0.254, or give the NIC an offset, such as addresses: +20',
    },
  ])
})
