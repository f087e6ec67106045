import { expect, test } from 'vitest'
import { compareAnswer } from '../../../sim/replay/compare.ts'
import type { WireAnswer } from '../../../sim/replay/http-client.ts'
import { Placeholders } from '../../../sim/replay/placeholders.ts'
import type { Json, Step } from '../../../sim/replay/scenario.ts'

const step = (body: Json, more: Partial<Step> = {}): Step => ({
  as: 'none',
  method: 'GET',
  path: '/x',
  status: 200,
  reason: 'OK',
  body,
  ...more,
})
const answer = (body: Json, more: Partial<WireAnswer> = {}): WireAnswer => ({
  status: 200,
  reason: 'OK',
  headers: {},
  text: JSON.stringify(body),
  ...more,
})
const differences = (wanted: Step, got: WireAnswer, placeholders = new Placeholders()) =>
  compareAnswer(wanted, got, placeholders)

const UPID = 'UPID:pve1:000063CC:0001D974:6AFA0ADD:qmcreate:100:ops@pve!full:'

test('equal answers have no differences', () => {
  expect(differences(step({ data: [1, { a: null }] }), answer({ data: [1, { a: null }] }))).toEqual([])
})

test.each<[string, Step, WireAnswer]>([
  ['another status', step({}), answer({}, { status: 500 })],
  ['another reason', step({}), answer({}, { reason: 'Fine' })],
  [
    'another header',
    step({}, { headers: { connection: 'close' } }),
    answer({}, { headers: { connection: 'Keep-Alive' } }),
  ],
  ['a text for a number', step({ data: 1 }), answer({ data: '1' })],
  ['a number for a text', step({ data: '1' }), answer({ data: 1 })],
  ['a text for a placeholder of a number', step({ data: '<time>' }), answer({ data: '17' })],
  ['a key too many', step({ data: {} }), answer({ data: { a: 1 } })],
  ['a key too few', step({ data: { a: 1 } }), answer({ data: {} })],
  ['another order', step({ data: [1, 2] }), answer({ data: [2, 1] })],
  ['an element too few', step({ data: [1, 1] }, { unordered: true }), answer({ data: [1] })],
  ['a task of another guest', step({ data: '<upid:qmcreate:101>' }), answer({ data: UPID })],
  ['no JSON', step({ data: null }), answer(null, { text: 'oops' })],
])('%s is a difference', (_, wanted, got) => {
  expect(differences(wanted, got)).not.toEqual([])
})

test('placeholders stand for values, and the same name for the same value', () => {
  const placeholders = new Placeholders()
  const wanted = step({
    data: { id: '<uuid:1>', at: '<time>', task: '<upid:qmcreate:100>', text: 'creation-qemu=<qemu>,ctime=<time>' },
  })
  const got = (id: string) => answer({ data: { id, at: 17, task: UPID, text: 'creation-qemu=11.0.0,ctime=17' } })
  const first = '11111111-1111-4111-8111-111111111111'
  expect(differences(wanted, got(first), placeholders)).toEqual([])
  expect(differences(step({ data: '<uuid:1>' }), answer({ data: first }), placeholders)).toEqual([])
  const other = '22222222-2222-4222-8222-222222222222'
  expect(differences(step({ data: '<uuid:1>' }), answer({ data: other }), placeholders)).not.toEqual([])
})

test('an address is the same in either case', () => {
  const placeholders = new Placeholders()
  expect(
    differences(
      step({ data: 'virtio=<mac:1>,bridge=vmbr0' }),
      answer({ data: 'virtio=BC:24:11:00:00:01,bridge=vmbr0' }),
      placeholders,
    ),
  ).toEqual([])
  expect(differences(step({ data: "'<mac:1:lower>'" }), answer({ data: "'bc:24:11:00:00:01'" }), placeholders)).toEqual(
    [],
  )
})

test('what may be absent may be absent, and what has no order may have any', () => {
  const wanted = step({ data: [{ id: 'a', n: '<any>' }, { id: 'b' }] }, { unordered: true })
  expect(differences(wanted, answer({ data: [{ id: 'b' }, { id: 'a' }] }))).toEqual([])
})

test('progress lines of a log may be many or none', () => {
  const wanted = step({
    data: [
      { n: 1, t: 'start' },
      { n: 2, t: '<progress>' },
      { n: 3, t: 'TASK OK' },
    ],
    total: 3,
  })
  const got = answer({
    data: [
      { n: 1, t: 'start' },
      { n: 2, t: 'transferred 1 B' },
      { n: 3, t: 'transferred 2 B' },
      { n: 4, t: 'TASK OK' },
    ],
    total: 4,
  })
  expect(differences(wanted, got)).toEqual([])
})

test('lists under content and lines of an error have no order', () => {
  expect(differences(step({ data: { content: 'a,b' } }), answer({ data: { content: 'b,a' } }))).toEqual([])
  const errors = (text: string) => ({ errors: { net0: text } })
  expect(differences(step(errors('x\na\nb\n')), answer(errors('x\nb\na\n')))).toEqual([])
})

test('places in the genuine program are not compared', () => {
  const wanted = step({ message: 'no at /usr/share/perl5/PVE/X.pm line 3.\n' })
  expect(differences(wanted, answer({ message: 'no at /usr/share/perl5/PVE/Y.pm line 9.\n' }))).toEqual([])
})
