import { expect, test } from 'vitest'
import { problemsOf } from '../problems-of.ts'

test('unknown-machine: a slip of the pen under nodes', async () => {
  expect(await problemsOf({ nodes: '{ lab-cp1: { cores: 8 } }' })).toEqual([
    {
      code: 'unknown-machine',
      severity: 'error',
      path: 'nodes.lab-cp1',
      on: 'key',
      message: 'no machine is called lab-cp1',
      hint: 'did you mean lab-cp-1?',
    },
  ])
})

test('unknown-machine: a name that is far from all', async () => {
  expect(
    await problemsOf({ placement: '{ pinned: { web-server: pve1 } }', workers: '{ general: { count: 1 } }' }),
  ).toEqual([
    {
      code: 'unknown-machine',
      severity: 'error',
      path: 'placement.pinned.web-server',
      on: 'key',
      message: 'no machine is called web-server',
      hint: 'the machines are lab-cp-1 to lab-cp-3 and lab-general-1',
    },
  ])
})

test('unknown-machine: a machine beyond the count of its pool', async () => {
  expect(await problemsOf({ nodes: '{ lab-cp-5: { cores: 8 } }' })).toEqual([
    {
      code: 'unknown-machine',
      severity: 'error',
      path: 'nodes.lab-cp-5',
      on: 'key',
      message: 'no machine is called lab-cp-5',
      hint: 'controlPlane has 3 machines: raise its count to 5, or remove this entry',
    },
  ])
})
