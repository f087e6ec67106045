import { expect, test } from 'vitest'
import { problemsOf } from '../problems-of.ts'

test('given-twice: cores', async () => {
  expect(await problemsOf({ controlPlane: '{ cores: 4, vm: { cores: 8 } }' })).toEqual([
    {
      code: 'given-twice',
      severity: 'error',
      path: 'controlPlane.cores',
      on: 'key',
      message: 'cores is short for vm.cores, and both are written here',
      hint: 'keep cores or vm.cores',
    },
  ])
})

test('given-twice: a single disk', async () => {
  expect(await problemsOf({ roles: '{ worker: { disk: 40GiB, vm: { disk: { size: 80GiB } } } }' })).toEqual([
    {
      code: 'given-twice',
      severity: 'error',
      path: 'roles.worker.disk',
      on: 'key',
      message: 'disk is short for vm.disk.size, and both are written here',
      hint: 'keep disk or vm.disk.size',
    },
  ])
})

test('given-twice: a GPU', async () => {
  expect(await problemsOf({ workers: '{ gpu: { count: 1, gpu: rtx, vm: { pci: [{ mapping: rtx }] } } }' })).toEqual([
    {
      code: 'given-twice',
      severity: 'error',
      path: 'workers.gpu.gpu',
      on: 'key',
      message: 'gpu is short for vm.pci, and both are written here',
      hint: 'keep gpu or vm.pci',
    },
  ])
})

test('given-twice: labels of a machine', async () => {
  expect(await problemsOf({ nodes: '{ lab-cp-1: { labels: { a: b }, kubernetes: { labels: { c: d } } } }' })).toEqual([
    {
      code: 'given-twice',
      severity: 'error',
      path: 'nodes.lab-cp-1.labels',
      on: 'key',
      message: 'labels is short for kubernetes.labels, and both are written here',
      hint: 'keep labels or kubernetes.labels',
    },
  ])
})

test('given-twice: the size of a disk beside its other settings is fine', async () => {
  expect(await problemsOf({ controlPlane: '{ disk: 40GiB, vm: { disk: { ssd: false } } }' })).toEqual([])
})
