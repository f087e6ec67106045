import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

test('startup-order: an order that grows beyond 100 is refused once for the pool', async () => {
  expect(
    await foundBy('startup-order', {
      workers: '{ general: { count: 20, addresses: +50, vm: { startup: { order: +90 } } } }',
    }),
  ).toEqual([
    {
      severity: 'error',
      message: 'the order of the last machine is 110, the highest is 100',
      hint: 'use one order for all machines of the pool, such as 4',
      path: 'workers.general.vm.startup.order',
    },
  ])
})

test('startup-order: nothing is said about up to 100', async () => {
  expect(
    await foundBy('startup-order', { workers: '{ general: { count: 10, vm: { startup: { order: +90 } } } }' }),
  ).toEqual([])
})
