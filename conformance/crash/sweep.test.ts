import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Entry, readLedger, reportOf } from '../../test/crash/ledger.ts'
import { parseSlice } from '../../test/crash/points.ts'
import { REALLY_KILLED, scenes } from '../../test/crash/scenes.ts'
import { jobsOf } from '../../test/crash/sweep-job.ts'
import { inProcesses } from '../../test/crash/sweep-processes.ts'

const EXAMPLES = Object.keys(scenes)

describe('what is killed is finished by the next run, to the same end', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'talmox-sweep-'))
  const ledger = path.join(folder, 'ledger.jsonl')
  let entries: readonly Entry[] = []
  let isCarriedOut = false

  beforeAll(async () => {
    const slice = parseSlice(process.env.CRASH_SLICE ?? '0/1')
    const cutOff = jobsOf(EXAMPLES, () => true, { choice: { slice }, really: false, ledger })
    const killed = jobsOf(EXAMPLES, (example, { name }) => REALLY_KILLED[example] === name, {
      choice: { kinds: true },
      really: true,
      ledger,
    })
    isCarriedOut = await inProcesses([...cutOff, ...killed], availableParallelism())
    entries = readLedger(ledger)
  }, 3_600_000)
  afterAll(() => {
    console.log(reportOf(entries))
    rmSync(folder, { recursive: true })
  })

  test('every example is swept', () => {
    expect(Object.keys(REALLY_KILLED).toSorted()).toEqual(EXAMPLES.toSorted())
    expect(isCarriedOut).toBe(true)
  })

  test.each(EXAMPLES)('%s', (example) => {
    const tried = entries.filter((entry) => entry.example === example)
    expect(tried.filter(({ wrongs }) => wrongs.length > 0)).toEqual([])
    expect(new Set(tried.map(({ scene }) => scene)).size).toBe((scenes[example] ?? []).length + 1)
  })
})
