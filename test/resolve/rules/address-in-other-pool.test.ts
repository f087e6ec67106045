import { expect, test } from 'vitest'
import { problemsOf } from '../problems-of.ts'

test('address-in-other-pool: an address that another pool will hand out when it grows', async () => {
  expect(
    await problemsOf({
      workers: '{ general: { count: 3, addresses: 192.168.1.20-192.168.1.39 } }',
      nodes: '{ lab-cp-1: { address: 192.168.1.30 } }',
    }),
  ).toEqual([
    {
      code: 'address-in-other-pool',
      severity: 'warning',
      path: 'nodes.lab-cp-1.address',
      message: '192.168.1.30 of lab-cp-1 is one of the addresses of workers.general, 192.168.1.20 to 192.168.1.39',
      hint: 'choose an address that no pool hands out, or take it out of workers.general.addresses',
    },
  ])
})

test('address-in-other-pool: in its own pool it is fine', async () => {
  expect(
    await problemsOf({
      workers: '{ general: { count: 3, addresses: 192.168.1.20-192.168.1.39 } }',
      nodes: '{ lab-general-1: { address: 192.168.1.30 } }',
    }),
  ).toEqual([])
})
