import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

test('memory-step: memory between two MiB is refused', async () => {
  expect(await foundBy('memory-step', { vm: '{ memory: 4000000KiB }' })).toEqual([
    {
      severity: 'error',
      message: 'not a whole number of MiB, which Proxmox counts in',
      hint: 'use 3907MiB',
      path: 'vm.memory',
    },
  ])
})

test('memory-step: so is the balloon', async () => {
  expect(await foundBy('memory-step', { vm: '{ balloon: 1500000KiB }' })).toEqual([
    {
      severity: 'error',
      message: 'not a whole number of MiB, which Proxmox counts in',
      hint: 'use 1465MiB',
      path: 'vm.balloon',
    },
  ])
})

test('memory-step: nothing is said about whole MiB', async () => {
  expect(await foundBy('memory-step', { vm: '{ memory: 2.5GiB }' })).toEqual([])
  expect(await foundBy('memory-step', { vm: '{ memory: 3000MiB }' })).toEqual([])
})
