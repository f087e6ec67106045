import { expect, test } from 'vitest'
import type { Action } from '../../src/plan/action.ts'
import { countsOf } from '../../src/plan/counts.ts'
import { makeAction } from '../../src/plan/make-action.ts'

const create = (machine: string) => makeAction('vm.create', machine, { machine }, { effect: 'create', reason: 'new' })
const start = (machine: string) => makeAction('vm.start', machine, { machine }, { effect: 'create', reason: 'new' })
const change = (machine: string) =>
  makeAction('talos.config', machine, { machine }, { effect: 'update', reason: 'old' })
const restart = (machine: string) => makeAction('vm.restart', machine, { machine }, { effect: 'reboot', reason: 'old' })
const ready = (machine: string) =>
  makeAction('kubernetes.ready', machine, { machine }, { effect: 'wait', reason: 'new' })
const image = makeAction(
  'image.fetch',
  'local@pve1/talos.qcow2',
  { machine: 'cp-1', host: 'pve1', storage: 'local' },
  { effect: 'create', reason: 'it is not there' },
)
const prune = makeAction('manifests.prune', 'lab', {}, { effect: 'destroy', reason: 'they left the file' })

const says = (...actions: readonly Action[]) => countsOf({ cluster: 'lab', actions, findings: [], later: [] })

test('machines are counted once, by the weightiest of what is done to them, and steps as steps', () => {
  expect(says(image, create('cp-1'), start('cp-1'), create('cp-2'), start('cp-2'), change('cp-3'), ready('cp-3'))).toBe(
    'lab: 2 machines to create, 1 to change, in 7 steps.',
  )
  expect(says(change('cp-1'), restart('cp-1'))).toBe('lab: 1 machine to reboot, in 2 steps.')
})

test('what is done for the cluster as a whole are steps, and what it removes is not hidden among them', () => {
  expect(says(image)).toBe('lab: 1 step.')
  expect(says(prune)).toBe('lab: 1 step, a removal.')
  expect(says(image, prune)).toBe('lab: 2 steps, 1 of them a removal.')
  expect(says(change('cp-1'), prune)).toBe('lab: 1 machine to change, in 2 steps, 1 of them a removal.')
})

test('a plan that only waits says so, and an empty one that nothing is to do', () => {
  expect(says(ready('cp-1'), ready('cp-2'))).toBe('lab: 2 things to wait for.')
  expect(says()).toBe('lab: nothing to do.')
  expect(countsOf({ cluster: 'lab', actions: [], findings: [], later: ['nodes are compared'] })).toBe(
    'lab: nothing can be done yet.',
  )
})
