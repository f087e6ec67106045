import { expect, test } from 'vitest'
import type { Json } from '../../../sim/replay/scenario.ts'
import { deviations, emptyShape, learn } from './shape.ts'

const shape = emptyShape()
learn(shape, { data: { status: 'running', pid: '<pid>', lock: '<any>', nics: { tap100i0: { netin: 1 } } } })
learn(shape, { data: { status: 'stopped', tags: 'a', lock: 'x', nics: {} } })

test('what is like any of the genuine answers has no deviations', () => {
  expect(deviations(shape, { data: { status: 'x', pid: 7, lock: 1, nics: { tap2001i0: { netin: 2 } } } })).toEqual([])
})

test.each<[string, Json, string]>([
  ['a text for a number', { data: { status: 'x', pid: '7', nics: {} } }, '.data.pid is string, not number'],
  ['a key that all had', { data: { nics: {} } }, '.data.status is missing'],
  ['a key that none had', { data: { status: 'x', nics: {}, more: 1 } }, '.data.more is not in any genuine answer'],
  ['a list for an object', { data: [] }, '.data is list, not object'],
  [
    'what is below a name with numbers',
    { data: { status: 'x', nics: { tap7i1: { netin: '1' } } } },
    '.data.nics.tap7i1.netin is string, not number',
  ],
])('%s is one', (_, value, deviation) => {
  expect(deviations(shape, value)).toEqual([deviation])
})

test('the elements of lists are learnt together', () => {
  const list = emptyShape()
  learn(list, [{ a: 1, b: 'x' }, { a: 2 }])
  expect(deviations(list, [{ a: 3 }, { b: 'y' }])).toEqual(['[].a is missing'])
})
