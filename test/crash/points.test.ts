import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { differences } from './differences.ts'
import { openLedger, readLedger, reportOf } from './ledger.ts'
import { everyEvent, sliceOf, writePoint } from './points.ts'

const events = ['run', 'started vm.create', 'started vm.create', 'ended vm.create', 'request POST qemu', 'finished']

test('the slices of a sweep are all of it, and no two have a point in common', () => {
  const whole = everyEvent(events).map(writePoint)
  const parts = [0, 1, 2].flatMap((part) => sliceOf(everyEvent(events), { part, of: 3 }).map(writePoint))
  expect(parts.toSorted()).toEqual(whole.toSorted())
})

test('a ledger knows what has converged, and tells each scene and all of them', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'talmox-ledger-'))
  const file = path.join(folder, 'ledger.jsonl')
  const point = { when: 'after', event: 'run', nth: 1 } as const
  openLedger(file).note({ example: 'a', scene: 'create', point: writePoint(point), wrongs: ['x'] })
  expect(openLedger(file).has('a', 'create', point)).toBe(false)
  openLedger(file).note({ example: 'a', scene: 'create', point: writePoint(point), wrongs: [] })
  openLedger(file, ' by SIGKILL').note({ example: 'a', scene: 'create', point: writePoint(point), wrongs: ['x'] })
  expect(openLedger(file).has('a', 'create', point)).toBe(true)
  expect(openLedger(file, ' by SIGKILL').has('a', 'create', point)).toBe(false)
  expect(reportOf(readLedger(file)).split('\n')).toEqual([
    'a create: 1 points tried, all converged',
    'a create by SIGKILL: 1 points tried, 1 did not converge',
    'all: 2 points tried, 1 did not converge',
  ])
  rmSync(folder, { recursive: true })
})

test('ends that differ say where', () => {
  expect(differences('end', { a: [1, 2] }, { a: [1, 2] })).toEqual([])
  expect(differences('end', { a: [1] }, { a: [1, { b: 2 }] })).toEqual([
    'end.a.1 differs from that of an undisturbed run: undefined, and not {"b":2}',
  ])
})
