import { expect, test } from 'vitest'
import { problemsOf } from '../problems-of.ts'

test('address-reserved: the gateway and the network address', async () => {
  expect(await problemsOf({ controlPlane: '{ addresses: +0 }' })).toEqual([
    {
      code: 'address-reserved',
      severity: 'error',
      path: 'controlPlane.addresses',
      message: '192.168.1.0 of lab-cp-1 is the network address of 192.168.1.0/24',
      hint: 'start the addresses of controlPlane elsewhere, such as addresses: +10, or give lab-cp-1 another one under nodes',
    },
    {
      code: 'address-reserved',
      severity: 'error',
      path: 'controlPlane.addresses',
      message: '192.168.1.1 of lab-cp-2 is the gateway (network.gateway)',
      hint: 'start the addresses of controlPlane elsewhere, such as addresses: +10, or give lab-cp-2 another one under nodes',
    },
  ])
})

test('address-reserved: the VIP', async () => {
  expect(
    await problemsOf({
      network: '{ cidr: 192.168.1.0/24, gateway: 192.168.1.1, vip: 192.168.1.21 }',
      workers: '{ general: { count: 3 } }',
    }),
  ).toEqual([
    {
      code: 'address-reserved',
      severity: 'error',
      path: 'workers.general.addresses',
      message: '192.168.1.21 of lab-general-2 is the VIP (network.vip)',
      hint: 'start the addresses of workers.general elsewhere, such as addresses: +30, or give lab-general-2 another one under nodes',
    },
  ])
})

test('address-reserved: the broadcast address', async () => {
  expect(await problemsOf({ nodes: '{ lab-cp-1: { address: 192.168.1.255 } }' })).toEqual([
    {
      code: 'address-reserved',
      severity: 'error',
      path: 'nodes.lab-cp-1.address',
      message: '192.168.1.255 of lab-cp-1 is the broadcast address of 192.168.1.0/24',
      hint: 'choose another address',
    },
  ])
})

test('address-reserved: the gateway of a further NIC', async () => {
  expect(
    await problemsOf({
      network: '{ cidr: 192.168.1.0/24, gateway: 192.168.1.1, nics: [{ cidr: 10.40.0.0/24, gateway: 10.40.0.11 }] }',
    }),
  ).toEqual([
    {
      code: 'address-reserved',
      severity: 'error',
      path: 'network.nics[0].addresses',
      message: '10.40.0.11 of lab-cp-2 (net1) is the gateway',
      hint: 'start the addresses of controlPlane elsewhere, or give lab-cp-2 another one under nodes',
    },
  ])
})

test('address-reserved: a point-to-point network has no such addresses', async () => {
  expect(
    await problemsOf({
      network: '{ cidr: 192.168.1.0/31, gateway: 192.168.1.0 }',
      controlPlane: '{ count: 1, addresses: +1 }',
    }),
  ).toEqual([])
})
