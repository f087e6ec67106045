import { expect, test } from 'vitest'
import { problemsOf } from '../problems-of.ts'

test('addresses-too-few: a range says how many fit', async () => {
  expect(await problemsOf({ workers: '{ general: { count: 8, addresses: 192.168.1.20-192.168.1.24 } }' })).toEqual([
    {
      code: 'addresses-too-few',
      severity: 'error',
      path: 'workers.general.addresses',
      message:
        '192.168.1.20-192.168.1.24 has room for 5 machines in 192.168.1.0/24, and workers.general has 8: lab-general-6 gets no address',
      hint: 'let the range end at 192.168.1.27 or later, or lower workers.general.count',
    },
  ])
})

test('addresses-too-few: a list', async () => {
  expect(await problemsOf({ controlPlane: '{ addresses: [192.168.1.10, 192.168.1.11] }' })).toEqual([
    {
      code: 'addresses-too-few',
      severity: 'error',
      path: 'controlPlane.addresses',
      message: 'this list has room for 2 machines in 192.168.1.0/24, and controlPlane has 3: lab-cp-3 gets no address',
      hint: 'write 3 addresses, or lower controlPlane.count',
    },
  ])
})

test('addresses-too-few: an offset near the end of the network', async () => {
  expect(await problemsOf({ workers: '{ general: { count: 8, addresses: +250 } }' })).toEqual([
    {
      code: 'addresses-too-few',
      severity: 'error',
      path: 'workers.general.addresses',
      message:
        '+250 has room for 5 machines in 192.168.1.0/24, and workers.general has 8: lab-general-6 gets no address',
      hint: 'start where there is room, such as addresses: +20',
    },
  ])
})

test('addresses-too-few: an offset beyond the network', async () => {
  expect(await problemsOf({ workers: '{ general: { count: 2, addresses: +300 } }' })).toEqual([
    {
      code: 'addresses-too-few',
      severity: 'error',
      path: 'workers.general.addresses',
      message:
        '+300 has room for no machine in 192.168.1.0/24, and workers.general has 2: lab-general-1 gets no address',
      hint: 'start where there is room, such as addresses: +20',
    },
  ])
})

test('addresses-too-few: a further NIC with a small network', async () => {
  expect(await problemsOf({ controlPlane: '{ network: { nics: [{ cidr: 10.40.0.0/29 }] } }' })).toEqual([
    {
      code: 'addresses-too-few',
      severity: 'error',
      path: 'controlPlane.network.nics[0].addresses',
      message: '10.40.0.0/29 ends before the address of lab-cp-1, machine 1 of the 3 of controlPlane',
      hint: 'use a larger network, or start lower, such as addresses: +1',
    },
  ])
})

test("addresses-too-few: a further NIC's list", async () => {
  expect(
    await problemsOf({ controlPlane: '{ network: { nics: [{ cidr: 10.40.0.0/24, addresses: [10.40.0.10] }] } }' }),
  ).toEqual([
    {
      code: 'addresses-too-few',
      severity: 'error',
      path: 'controlPlane.network.nics[0].addresses',
      message: '10.40.0.10 has room for 1 machine in 10.40.0.0/24, and controlPlane has 3: lab-cp-2 gets no address',
      hint: 'write 3 addresses, or lower controlPlane.count',
    },
  ])
})

test('addresses-too-few: machines with addresses of their own do not count', async () => {
  expect(
    await problemsOf({
      workers: '{ general: { count: 2, addresses: [192.168.1.20] } }',
      nodes: '{ lab-general-2: { address: 192.168.1.40 } }',
    }),
  ).toEqual([])
})
