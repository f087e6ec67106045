import { expect, test } from 'vitest'
import { problemsOf } from '../problems-of.ts'

test('addresses-overlap: two worker pools without addresses', async () => {
  expect(await problemsOf({ workers: '{ general: { count: 3 }, gpu: { count: 1, vmids: 4000-4999 } }' })).toEqual([
    {
      code: 'addresses-overlap',
      severity: 'error',
      path: 'workers.gpu.addresses',
      message: '192.168.1.20 overlaps 192.168.1.20 to 192.168.1.22 of workers.general',
      hint: 'use addresses that are free, such as addresses: +30',
    },
  ])
})

test('addresses-overlap: a range that is written counts as a whole', async () => {
  expect(await problemsOf({ workers: '{ general: { count: 1, addresses: 192.168.1.12-192.168.1.99 } }' })).toEqual([
    {
      code: 'addresses-overlap',
      severity: 'error',
      path: 'workers.general.addresses',
      message: '192.168.1.12 to 192.168.1.99 overlaps 192.168.1.10 to 192.168.1.12 of controlPlane',
      hint: 'use addresses that are free, such as addresses: +100',
    },
  ])
})

test('addresses-overlap: the proposal keeps clear of everything that is taken', async () => {
  expect(
    await problemsOf({
      network: '{ cidr: 192.168.1.0/24, gateway: 192.168.1.1, vip: 192.168.1.35 }',
      workers: '{ general: { count: 8 }, gpu: { count: 8, vmids: 4000-4999 } }',
    }),
  ).toEqual([
    {
      code: 'addresses-overlap',
      severity: 'error',
      path: 'workers.gpu.addresses',
      message: '192.168.1.20 to 192.168.1.27 overlaps 192.168.1.20 to 192.168.1.27 of workers.general',
      hint: 'use addresses that are free, such as addresses: +40',
    },
  ])
})

test('addresses-overlap: a full network is said to be full', async () => {
  expect(
    await problemsOf({
      network: '{ cidr: 192.168.1.0/27, gateway: 192.168.1.1 }',
      workers: '{ general: { count: 5 }, gpu: { count: 5, vmids: 4000-4999 } }',
    }),
  ).toEqual([
    {
      code: 'addresses-overlap',
      severity: 'error',
      path: 'workers.gpu.addresses',
      message: '192.168.1.20 to 192.168.1.24 overlaps 192.168.1.20 to 192.168.1.24 of workers.general',
      hint: '192.168.1.0/27 has no room for 5 more machines in a row: use a larger network',
    },
  ])
})

test('addresses-overlap: with DHCP nothing is handed out', async () => {
  expect(
    await problemsOf({
      network: '{ addressing: dhcp }',
      workers: '{ general: { count: 3 }, gpu: { count: 1, vmids: 4000-4999 } }',
    }),
  ).toEqual([])
})

test('addresses-overlap: machines with addresses of their own take none', async () => {
  expect(
    await problemsOf({
      workers: '{ general: { count: 1 }, gpu: { count: 1, vmids: 4000-4999 } }',
      nodes: '{ lab-gpu-1: { address: 192.168.1.40 } }',
    }),
  ).toEqual([])
})
