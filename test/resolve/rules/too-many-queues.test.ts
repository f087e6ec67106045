import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

test('too-many-queues: more queues than CPUs are refused', async () => {
  expect(await foundBy('too-many-queues', { vm: '{ net: { queues: 8 } }' })).toEqual([
    {
      severity: 'error',
      message: '8 queues are more than the machine has CPUs, 4',
      hint: 'use 4 or less',
      path: 'vm.net.queues',
    },
  ])
})

test('too-many-queues: on further NICs too', async () => {
  expect(
    await foundBy('too-many-queues', {
      workers:
        '{ general: { count: 2, cores: 2, network: { nics: [{ bridge: vmbr1 }, { bridge: vmbr2, queues: 4 }] } } }',
    }),
  ).toEqual([
    {
      severity: 'error',
      message: '4 queues are more than the machine has CPUs, 2',
      hint: 'use 2 or less',
      path: 'workers.general.network.nics[1].queues',
    },
  ])
})

test('too-many-queues: nothing is said about as many as there are CPUs', async () => {
  expect(await foundBy('too-many-queues', { vm: '{ sockets: 2, net: { queues: 8 } }' })).toEqual([])
  expect(await foundBy('too-many-queues', { vm: '{ cores: 1 }' })).toEqual([])
})

test('too-many-queues: CPUs that are plugged in later do not count', async () => {
  expect(await foundBy('too-many-queues', { vm: '{ cores: 8, vcpus: 2, net: { queues: 8 } }' })).toMatchObject([
    { message: '8 queues are more than the machine has CPUs, 2', path: 'vm.net.queues' },
  ])
})
