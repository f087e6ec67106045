import { expect, test } from 'vitest'
import { problemsOf } from '../problems-of.ts'

test('duplicate-name: a worker pool called cp meets the control planes', async () => {
  expect(await problemsOf({ controlPlane: '{ count: 1 }', workers: '{ cp: { count: 1 } }' })).toEqual([
    {
      code: 'duplicate-name',
      severity: 'error',
      path: 'workers.cp.name',
      message: 'lab-cp-1 is the name of machine 1 of controlPlane and of machine 1 of workers.cp',
      hint: 'give workers.cp another pattern, such as name: "{cluster}-worker-{pool}-{index}"',
    },
  ])
})

test('duplicate-name: pools that share many names are told once', async () => {
  expect(
    await problemsOf({
      workers:
        "{ a: { count: 3, name: 'node-{index}' }, b: { count: 5, name: 'node-{index}', vmids: 4000-4999, addresses: +30 } }",
    }),
  ).toEqual([
    {
      code: 'duplicate-name',
      severity: 'error',
      path: 'workers.b.name',
      message: 'node-1 is the name of machine 1 of workers.a and of machine 1 of workers.b, and 2 more like this',
      hint: 'give workers.b another pattern, such as name: "{cluster}-worker-{pool}-{index}"',
    },
  ])
})

test('duplicate-name: names that differ are fine', async () => {
  expect(
    await problemsOf({
      workers: "{ a: { count: 3, name: 'node-{index}' }, b: { count: 5, vmids: 4000-4999, addresses: +30 } }",
    }),
  ).toEqual([])
})
