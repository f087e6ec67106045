import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { differences } from './differences.ts'
import { openLedger, readLedger, reportOf } from './ledger.ts'
import { choose, everyEvent, parseSlice, sliceOf, writePoint } from './points.ts'
import { scenes } from './scenes.ts'
import { jobsOf } from './sweep-job.ts'

const events = ['run', 'started vm.create', 'started vm.create', 'ended vm.create', 'request POST qemu', 'finished']

test('the slices of a sweep are all of it, and no two have a point in common', () => {
  const whole = everyEvent(events).map(writePoint)
  const parts = [0, 1, 2].flatMap((part) => sliceOf(everyEvent(events), { part, of: 3 }).map(writePoint))
  expect(parts.toSorted()).toEqual(whole.toSorted())
})

test('a choice is each event once, unless it says more or less', () => {
  const chosen = (choice: Parameters<typeof choose>[1]) => choose(events, choice).map(writePoint)
  expect(chosen({})).toEqual(everyEvent(events).map(writePoint))
  expect(chosen({ all: true })).toHaveLength(5 * 3 + 2)
  expect(chosen({ kinds: true })).toHaveLength(5)
  expect(chosen({ slice: parseSlice('1/3') })).toHaveLength(2)
  expect(chosen({ point: 'within:started vm.create:2' })).toEqual(['within:started vm.create:2'])
  expect(() => parseSlice('3/3')).toThrow('3/3 is no slice')
})

test('a sweep is a job for each scene of each example, and what begins with nothing comes first', () => {
  const how = { choice: {}, really: false, ledger: 'ledger.jsonl' }
  const jobs = jobsOf(Object.keys(scenes), () => true, how)
  expect(jobs).toHaveLength(Object.values(scenes).flat().length)
  expect(new Set(jobs.map(({ example, scene }) => `${example} ${scene}`)).size).toBe(jobs.length)
  expect(jobs.findLastIndex(({ scene }) => scene.startsWith('create'))).toBe(
    jobs.filter(({ scene }) => scene.startsWith('create')).length - 1,
  )
  expect(jobsOf(['homelab'], (_, { name }) => name === 'label', how)).toEqual([
    { example: 'homelab', scene: 'label', ...how },
  ])
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
