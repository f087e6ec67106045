import { expect, test } from 'vitest'
import { problemsOf } from '../problems-of.ts'

test('cannot-remove: in its long form and for everybody', async () => {
  expect(await problemsOf({ vm: '{ disk: { bus: ~ } }' })).toEqual([
    {
      code: 'cannot-remove',
      severity: 'error',
      path: 'vm.disk.bus',
      message: 'every machine needs vm.disk.bus, so it cannot be removed',
      hint: 'write a value, or leave the line out to keep the inherited one',
    },
  ])
})

test('cannot-remove: in its short form', async () => {
  expect(await problemsOf({ controlPlane: '{ memory: ~ }' })).toEqual([
    {
      code: 'cannot-remove',
      severity: 'error',
      path: 'controlPlane.memory',
      message: 'every machine needs vm.memory, so it cannot be removed',
      hint: 'write a value, or leave the line out to keep the inherited one',
    },
  ])
})

test('cannot-remove: a storage', async () => {
  expect(await problemsOf({ proxmox: '{ storage: { disks: ~ } }' })).toEqual([
    {
      code: 'cannot-remove',
      severity: 'error',
      path: 'proxmox.storage.disks',
      message: 'every machine needs storage.disks, so it cannot be removed',
      hint: 'write a value, or leave the line out to keep the inherited one',
    },
  ])
})

test('cannot-remove: a pool that is left empty', async () => {
  expect(await problemsOf({ workers: '{ general: ~ }' })).toEqual([
    {
      code: 'cannot-remove',
      severity: 'error',
      path: 'workers.general',
      message: 'the pool general is empty',
      hint: 'write at least its count, or leave it out',
    },
  ])
})

test('cannot-remove: what a machine can be without', async () => {
  expect(await problemsOf({ controlPlane: '{ vm: { balloon: ~, startup: ~ }, extensions: ~ }' })).toEqual([])
})
