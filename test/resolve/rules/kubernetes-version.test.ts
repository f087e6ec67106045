import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

test('kubernetes-version: a version that is too new for the Talos version is refused', async () => {
  expect(await foundBy('kubernetes-version', { kubernetes: '{ version: v1.36.0 }' })).toEqual([
    {
      severity: 'error',
      message: 'Talos v1.12.4 runs Kubernetes v1.30 to v1.35, not v1.36.0',
      hint: 'use v1.35.0, or Talos v1.13, v1.14',
      path: 'kubernetes.version',
    },
  ])
})

test('kubernetes-version: a version that is too old is refused', async () => {
  expect(await foundBy('kubernetes-version', { kubernetes: '{ version: v1.29.4 }' })).toEqual([
    {
      severity: 'error',
      message: 'Talos v1.12.4 runs Kubernetes v1.30 to v1.35, not v1.29.4',
      hint: 'use v1.30.0, or Talos v1.9, v1.10, v1.11',
      path: 'kubernetes.version',
    },
  ])
})

test('kubernetes-version: a version that no Talos runs is refused', async () => {
  expect(await foundBy('kubernetes-version', { kubernetes: '{ version: v1.20.0 }' })).toEqual([
    {
      severity: 'error',
      message: 'Talos v1.12.4 runs Kubernetes v1.30 to v1.35, not v1.20.0',
      hint: 'use v1.30.0',
      path: 'kubernetes.version',
    },
  ])
})

test('kubernetes-version: with a Talos that talmox does not know it must be written', async () => {
  expect(await foundBy('kubernetes-version', { talos: '{ version: v1.15.0, contract: v1.14 }' })).toEqual([
    {
      severity: 'error',
      message: 'talmox does not know which Kubernetes comes with Talos v1.15.0',
      hint: 'set kubernetes.version',
      path: 'talos.version',
    },
  ])
})

test('kubernetes-version: nothing is said about both ends of the range', async () => {
  expect(await foundBy('kubernetes-version', { kubernetes: '{ version: v1.30.0 }' })).toEqual([])
  expect(await foundBy('kubernetes-version', { kubernetes: '{ version: v1.35.9 }' })).toEqual([])
})
