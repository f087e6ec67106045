import { expect, test } from 'vitest'
import { problemsOf } from '../problems-of.ts'

test('name-invalid: too long, once the pattern is filled', async () => {
  expect(
    await problemsOf({
      controlPlane: "{ name: '{cluster}-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx-{index}' }",
    }),
  ).toEqual([
    {
      code: 'name-invalid',
      severity: 'error',
      path: 'controlPlane.name',
      message:
        'lab-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx-1 is not a DNS label: 64 characters, and at most 63 are allowed, nor are 2 more names of the pool',
      hint: 'shorten the pattern {cluster}-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx-{index} by 1, or the names it is filled with',
    },
  ])
})

test('name-invalid: too long only for the machines from 10 on', async () => {
  expect(
    await problemsOf({
      controlPlane:
        "{ count: 11, name: '{cluster}-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx-{index}' }",
    }),
  ).toEqual([
    {
      code: 'name-invalid',
      severity: 'error',
      path: 'controlPlane.name',
      message:
        'lab-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx-10 is not a DNS label: 64 characters, and at most 63 are allowed, nor is 1 more name of the pool',
      hint: 'shorten the pattern {cluster}-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx-{index} by 1, or the names it is filled with',
    },
  ])
})

test('name-invalid: 63 characters are fine', async () => {
  expect(
    await problemsOf({
      controlPlane: "{ name: '{cluster}-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx-{index}' }",
    }),
  ).toEqual([])
})

test('name-invalid: the control planes have no pool name', async () => {
  expect(await problemsOf({ controlPlane: "{ count: 1, name: '{cluster}-{pool}-{index}' }" })).toEqual([
    {
      code: 'name-invalid',
      severity: 'error',
      path: 'controlPlane.name',
      message: 'lab-controlPlane-1 is not a DNS label: it has upper-case letters',
      hint: 'the control planes have no pool name that fits: use {cluster}-cp-{index}',
    },
  ])
})

test('name-invalid: a dash at the end', async () => {
  expect(await problemsOf({ controlPlane: "{ count: 1, name: '{cluster}-{index}-' }" })).toEqual([
    {
      code: 'name-invalid',
      severity: 'error',
      path: 'controlPlane.name',
      message: 'lab-1- is not a DNS label: it ends with a dash',
      hint: 'end the pattern with {index}',
    },
  ])
})
