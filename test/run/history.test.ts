import { expect, test } from 'vitest'
import { svgTimeline } from '../../src/cli/history/svg-timeline.ts'
import { textTimeline } from '../../src/cli/history/text-timeline.ts'
import { pastRuns } from '../../src/run/history.ts'
import type { JournalLine } from '../../src/run/journal.ts'

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, second)).toISOString()
const begin = (second: number, id: string, run = 'a'): JournalLine => ({
  type: 'started',
  run,
  at: at(second),
  id,
  needs: [],
})
const end = (second: number, id: string, outcome = 'done', run = 'a'): JournalLine => ({
  type: 'ended',
  run,
  at: at(second),
  id,
  outcome,
})
const head = (second: number, run = 'a'): JournalLine => ({
  type: 'run',
  run,
  at: at(second),
  command: 'up',
  talmox: '1.0.0',
  actions: 3,
})

const journal: readonly JournalLine[] = [
  head(0),
  begin(0, 'image.fetch/local@pve1/talos.qcow2'),
  end(20, 'image.fetch/local@pve1/talos.qcow2'),
  begin(20, 'vm.create/cp-1'),
  end(30, 'vm.create/cp-1'),
  head(31),
  begin(31, 'talos.maintenance/cp-1'),
  end(32, 'talos.maintenance/cp-1', 'skipped'),
  begin(32, 'vm.create/<odd & "name">'),
  { type: 'failed', run: 'a', at: at(40), id: 'vm.create/<odd & "name">', error: 'local-zfs is full' },
  { type: 'finished', run: 'a', at: at(40), outcome: 'failed' },
  head(60, 'b'),
  begin(61, 'vm.create/cp-1', 'b'),
  end(70, 'vm.start/cp-9', 'done', 'b'),
  { type: 'finished', run: 'c', at: at(80), outcome: 'nothing-to-do' },
]

test('a run has all its rounds, what failed, and what a crash cut off; one that did nothing is no run', () => {
  const [first, second, ...others] = pastRuns(journal)
  expect(others).toEqual([])
  expect(first).toMatchObject({ command: 'up', outcome: 'failed', ended: Date.parse(at(40)) })
  expect(first?.steps.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'skipped', 'failed'])
  expect(first?.steps.at(-1)).toMatchObject({ error: 'local-zfs is full' })
  expect(second).toMatchObject({ outcome: 'cut-off', steps: [{ id: 'vm.create/cp-1', outcome: 'cut-off' }] })
})

test('bars are to scale, and every line is as wide as the terminal', async () => {
  const [run] = pastRuns(journal)
  if (run === undefined) throw new Error('there is no run')
  const lines = textTimeline(run, 80, (_, text) => text)
  expect(new Set(lines.map((line) => line.length))).toEqual(new Set([80]))
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('../golden/history/timeline.txt')
})

test('the picture escapes names and marks what failed', async () => {
  const [run] = pastRuns(journal)
  if (run === undefined) throw new Error('there is no run')
  const picture = svgTimeline(run, 'lab')
  expect(picture).not.toContain('<odd')
  await expect(picture).toMatchFileSnapshot('../golden/history/timeline.svg')
})
