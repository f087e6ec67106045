import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Entry, readLedger, reportOf } from '../../test/crash/ledger.ts'
import { REALLY_KILLED, scenes } from '../../test/crash/scenes.ts'
import { inProcesses } from '../../test/crash/sweep-processes.ts'
import { root } from '../../test/shared-data.ts'

/** Swept whole in every run; of the others each commit takes a slice, so that a run stays short and many runs see all. */
const WHOLE: ReadonlySet<string> = new Set(['single-node', 'cloned-template-gpu'])
const SLICES = 8

/** The largest first, so that no process is left alone with it. */
const EXAMPLES = [
  'capacity',
  'role-templates',
  'gpu-and-cilium',
  'homelab',
  'arm64',
  'vm-hardware',
  'dual-stack',
  'single-node',
  'cloned-template-gpu',
]

describe('what is killed is finished by the next run, to the same end', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'talmox-sweep-'))
  const ledger = path.join(folder, 'ledger.jsonl')
  const slice = process.env.CRASH_SLICE ?? sliceOfCommit()
  let entries: readonly Entry[] = []
  let isCarriedOut = false

  beforeAll(async () => {
    console.log(`slice ${slice} of all but ${[...WHOLE].join(', ')}; all: npm run crash-sweep`)
    const cutOff = EXAMPLES.map((example) => [example, '--slice', WHOLE.has(example) ? '0/1' : slice])
    const killed = EXAMPLES.map((example) => [example, '--really', '--scene', REALLY_KILLED[example] ?? ''])
    const jobs = [...cutOff, ...killed].map(([example = '', ...flags]) => [
      ...['--here', '--examples', example, '--ledger', ledger],
      ...flags,
    ])
    isCarriedOut = await inProcesses(jobs, availableParallelism())
    entries = readLedger(ledger)
  }, 3_600_000)
  afterAll(() => {
    console.log(reportOf(entries))
    rmSync(folder, { recursive: true })
  })

  test('every example is swept', () => {
    expect(EXAMPLES.toSorted()).toEqual(Object.keys(scenes).toSorted())
    expect(isCarriedOut).toBe(true)
  })

  test.each(EXAMPLES)('%s', (example) => {
    const tried = entries.filter((entry) => entry.example === example)
    expect(tried.filter(({ wrongs }) => wrongs.length > 0)).toEqual([])
    expect(new Set(tried.map(({ scene }) => scene)).size).toBe((scenes[example] ?? []).length + 1)
  })
})

function sliceOfCommit(): string {
  const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { cwd: root, encoding: 'utf8' })
  return `${Number.parseInt(commit, 16) % SLICES}/${SLICES}`
}
