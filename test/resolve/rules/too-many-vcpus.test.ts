import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

test('too-many-vcpus: more CPUs than sockets × cores are refused', async () => {
  expect(await foundBy('too-many-vcpus', { vm: '{ cores: 4, vcpus: 6 }' })).toEqual([
    {
      severity: 'error',
      message: '6 CPUs are more than 1 × 4, sockets × cores',
      hint: 'use 4 or less',
      path: 'vm.vcpus',
    },
  ])
})

test('too-many-vcpus: nothing is said about all of them', async () => {
  expect(await foundBy('too-many-vcpus', { vm: '{ cores: 4, sockets: 2, vcpus: 8 }' })).toEqual([])
})
