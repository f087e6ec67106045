import { expect, test } from 'vitest'
import { problemsOf } from '../problems-of.ts'

test('even-control-planes: an even number is warned about', async () => {
  expect(await problemsOf({ controlPlane: '{ count: 4 }' })).toEqual([
    {
      code: 'even-control-planes',
      severity: 'warning',
      path: 'controlPlane.count',
      message: '4 control planes are an even number',
      hint: '4 survive no more failures than 3; use 3 or 5',
    },
  ])
})

test('even-control-planes: with ha an even number, or fewer than three, is an error', async () => {
  expect(await problemsOf({ ha: 'true', controlPlane: '{ count: 4 }' })).toMatchObject([{ severity: 'error' }])
  expect(await problemsOf({ ha: 'true', controlPlane: '{ count: 1 }' })).toEqual([
    {
      code: 'even-control-planes',
      severity: 'error',
      path: 'controlPlane.count',
      message: 'ha needs at least 3 control planes, this has 1',
      hint: 'set controlPlane.count to 3, or ha to false',
    },
  ])
})

test('even-control-planes: one and three are fine', async () => {
  expect(await problemsOf({ controlPlane: '{ count: 1 }' })).toEqual([])
  expect(await problemsOf({ ha: 'true', controlPlane: '{ count: 3 }' })).toEqual([])
})
