import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

test('raw-call-parameter: parameters of single calls are refused', async () => {
  expect(await foundBy('raw-call-parameter', { vm: '{ raw: { start: 1, pool: k8s, skiplock: 1 } }' })).toEqual([
    {
      severity: 'error',
      on: 'key',
      message: 'start is a parameter of an API call, not a key of the machine',
      hint: 'remove it',
      path: 'vm.raw.start',
    },
    {
      severity: 'error',
      on: 'key',
      message: 'pool is a parameter of an API call, not a key of the machine',
      hint: 'use proxmox.pool',
      path: 'vm.raw.pool',
    },
    {
      severity: 'error',
      on: 'key',
      message: 'skiplock is a parameter of an API call, not a key of the machine',
      hint: 'remove it',
      path: 'vm.raw.skiplock',
    },
  ])
})

test('raw-call-parameter: nothing is said about keys of the machine', async () => {
  expect(await foundBy('raw-call-parameter', { vm: '{ raw: { tablet: 0 } }' })).toEqual([])
})
