import { expect, test } from 'vitest'
import { problemsOf } from '../problems-of.ts'

test('vmids-overlap: two worker pools without vmids', async () => {
  expect(await problemsOf({ workers: '{ general: { count: 3 }, gpu: { count: 1, addresses: +30 } }' })).toEqual([
    {
      code: 'vmids-overlap',
      severity: 'error',
      path: 'workers.gpu.vmids',
      message: 'VMIDs 3000-3999 overlap those of workers.general, which are 3000-3999',
      hint: 'use a range that is free, such as vmids: 4000-4999',
    },
  ])
})

test('vmids-overlap: a large pool is offered a large range', async () => {
  expect(
    await problemsOf({
      workers: '{ general: { count: 3 }, big: { count: 1500, vmids: 3500-8000, addresses: +30 } }',
      network: '{ cidr: 10.0.0.0/16, gateway: 10.0.0.1 }',
    }),
  ).toEqual([
    {
      code: 'vmids-overlap',
      severity: 'error',
      path: 'workers.big.vmids',
      message: 'VMIDs 3500-8000 overlap those of workers.general, which are 3000-3999',
      hint: 'use a range that is free, such as vmids: 9000-10999',
    },
  ])
})

test('vmids-overlap: only the first VMID: it reaches as far as the machines', async () => {
  expect(
    await problemsOf({ controlPlane: '{ vmids: 2000 }', workers: '{ general: { count: 3, vmids: 2002 } }' }),
  ).toEqual([
    {
      code: 'vmids-overlap',
      severity: 'error',
      path: 'workers.general.vmids',
      message: 'VMIDs 2002-2004 overlap those of controlPlane, which are 2000-2002',
      hint: 'use a range that is free, such as vmids: 3000-3999',
    },
  ])
})

test('vmids-overlap: next to each other is fine', async () => {
  expect(
    await problemsOf({ controlPlane: '{ vmids: 2000 }', workers: '{ general: { count: 3, vmids: 2003 } }' }),
  ).toEqual([])
})

test('vmids-overlap: a pool whose machines all have VMIDs of their own claims none', async () => {
  expect(
    await problemsOf({
      workers: '{ general: { count: 1 }, gpu: { count: 1, addresses: +30 } }',
      nodes: '{ lab-gpu-1: { vmid: 4000 } }',
    }),
  ).toEqual([])
})
