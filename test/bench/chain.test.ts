import { expect, test } from 'vitest'
import { chainOf } from '../../bench/chain.ts'
import { makeAction } from '../../src/plan/make-action.ts'

const action = (machine: string, needs: readonly string[] = [], limits: readonly string[] = []) =>
  makeAction('vm.start', machine, { machine }, { effect: 'create', reason: 'it is new', needs, limits })

test('the way that ended last goes through needs and through places within limits', () => {
  const ideal = [
    { action: action('a', [], ['host:pve1']), began: 0, ended: 10 },
    { action: action('b', [], ['host:pve1']), began: 10, ended: 20 },
    { action: action('c', ['vm.start/b']), began: 20, ended: 30 },
  ]
  const shown = [
    { id: 'vm.start/a', needs: [], began: 5, ended: 17 },
    { id: 'vm.start/b', needs: [], began: 18, ended: 30 },
    { id: 'vm.start/c', needs: ['vm.start/b'], began: 30, ended: 45 },
  ]
  expect(chainOf(shown, ideal)).toEqual([
    { id: 'vm.start/a', waited: 5, took: 12, ideal: 10 },
    { id: 'vm.start/b', waited: 1, took: 12, ideal: 10 },
    { id: 'vm.start/c', waited: 0, took: 15, ideal: 10 },
  ])
})
