import { expect, test } from 'vitest'
import { problemsOf } from '../problems-of.ts'

test('duplicate-address: an override meets a machine of another pool', async () => {
  expect(
    await problemsOf({ workers: '{ general: { count: 2 } }', nodes: '{ lab-cp-1: { address: 192.168.1.21 } }' }),
  ).toEqual([
    {
      code: 'duplicate-address',
      severity: 'error',
      path: 'nodes.lab-cp-1.address',
      message: '192.168.1.21 is given to lab-cp-1 here and to lab-general-2 by workers.general.addresses',
      hint: 'choose an address that no other machine has, or leave the line out',
    },
  ])
})

test('duplicate-address: a list that names an address twice', async () => {
  expect(await problemsOf({ controlPlane: '{ addresses: [192.168.1.10, 192.168.1.11, 192.168.1.10] }' })).toEqual([
    {
      code: 'duplicate-address',
      severity: 'error',
      path: 'controlPlane.addresses[2]',
      message: '192.168.1.10 is given to lab-cp-3 here and to lab-cp-1 by the same list',
      hint: 'name each address once',
    },
  ])
})

test('duplicate-address: one offset for a NIC of all pools is told once', async () => {
  expect(
    await problemsOf({
      network: '{ cidr: 192.168.1.0/24, gateway: 192.168.1.1, nics: [{ cidr: 10.40.0.0/24, addresses: +20 }] }',
      workers: '{ general: { count: 3 } }',
    }),
  ).toEqual([
    {
      code: 'duplicate-address',
      severity: 'error',
      path: 'network.nics[0].addresses',
      message:
        '10.40.0.20 is given to lab-general-1 (net1) here and to lab-cp-1 (net1) by the same line, and 2 more like this',
      hint: "leave addresses out, and each pool counts from its own offset, or write them in each pool's nics",
    },
  ])
})

test('duplicate-address: an address written in two ways is the same', async () => {
  expect(
    await problemsOf({
      network: "{ cidr: [192.168.1.0/24, 'fd00:1::/64'], gateway: 192.168.1.1 }",
      controlPlane: '{ count: 1 }',
      workers: '{ general: { count: 1 } }',
      nodes: "{ lab-general-1: { address: [192.168.1.20, 'fd00:1:0:0::000a'] } }",
    }),
  ).toEqual([
    {
      code: 'duplicate-address',
      severity: 'error',
      path: 'nodes.lab-general-1.address',
      message: 'fd00:1::a is given to lab-general-1 here and to lab-cp-1 by controlPlane.addresses',
      hint: 'choose an address that no other machine has, or leave the line out',
    },
  ])
})

test('duplicate-address: NICs that count from the offset of their pool are fine', async () => {
  expect(
    await problemsOf({
      network: '{ cidr: 192.168.1.0/24, gateway: 192.168.1.1, nics: [{ cidr: 10.40.0.0/24 }] }',
      workers: '{ general: { count: 3 } }',
    }),
  ).toEqual([])
})
