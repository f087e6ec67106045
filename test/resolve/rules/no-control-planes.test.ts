import { expect, test } from 'vitest'
import { problemsOf } from '../problems-of.ts'

test('no-control-planes: none', async () => {
  expect(await problemsOf({ controlPlane: '{ count: 0 }', workers: '{ general: { count: 3 } }' })).toEqual([
    {
      code: 'no-control-planes',
      severity: 'error',
      path: 'controlPlane.count',
      message: 'a cluster without control planes cannot run',
      hint: 'use 3, of which one may fail, or 1 to try things out; talmox destroy removes a cluster',
    },
  ])
})

test('no-control-planes: one is enough', async () => {
  expect(await problemsOf({ controlPlane: '{ count: 1 }' })).toEqual([])
})
