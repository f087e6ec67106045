import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

test('ballooning: memory that the host takes back is warned about', async () => {
  expect(await foundBy('ballooning', { vm: '{ balloon: 4GiB }' })).toEqual([
    {
      severity: 'warning',
      message: 'Talos is not made for memory that the host takes back',
      hint: 'set vm.balloon: 0',
      path: 'vm.balloon',
    },
  ])
})

test('ballooning: more than the machine has is refused', async () => {
  expect(await foundBy('ballooning', { controlPlane: '{ memory: 4GiB, vm: { balloon: 8GiB } }' })).toEqual([
    {
      severity: 'error',
      message: 'the least memory is more than the machine has',
      hint: 'set vm.balloon: 0',
      path: 'controlPlane.vm.balloon',
    },
  ])
})

test('ballooning: nothing is said about 0', async () => {
  expect(await foundBy('ballooning', { vm: '{ balloon: 0 }' })).toEqual([])
})
