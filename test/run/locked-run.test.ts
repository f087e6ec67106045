import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { homeOf } from '../../src/run/home/home.ts'
import { underLock } from '../../src/run/locked-run.ts'
import { realClock } from '../../src/world/clock.ts'
import { createRedaction } from '../../src/world/redaction.ts'
import { toolsWith } from '../actions/tools.ts'
import { resolved, smallCluster } from '../resolve/resolved.ts'
import { step } from './actions.ts'

async function cluster() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'talmox-run-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const tools = () => {
    throw new Error('nothing is carried out here')
  }
  const home = homeOf(path.join(folder, 'cluster.yaml'), 'c')
  return { home, clock: realClock, redaction: createRedaction(), version: '0.0.0', tools }
}

test('the lock is given back when the work fails', async () => {
  const one = await cluster()
  await expect(underLock(one, { command: 'up' }, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await underLock(one, { command: 'up' }, async () => 'worked')).toBe('worked')
})

test('the lock is given back when the journal cannot be opened', async () => {
  const one = await cluster()
  await mkdir(one.home.journal, { recursive: true })
  await expect(underLock(one, { command: 'up' }, async () => 'worked')).rejects.toThrow('EISDIR')
  expect(await readdir(one.home.folder)).toEqual(['journal.jsonl'])
})

test('a run whose lock was broken begins nothing more', async () => {
  const one = await cluster()
  const desired = await resolved(smallCluster)
  const actions = [step('cp-1')]
  const never = new AbortController().signal
  const { failed } = await underLock(
    { ...one, tools: () => toolsWith({ desired }) },
    { command: 'up' },
    async (run) => {
      await writeFile(one.home.lock, JSON.stringify({ user: 'ann', computer: 'far-away', pid: 1, since: '2026-01-01' }))
      const plan = { cluster: 'c', actions, findings: [], later: [] }
      return await run.execute({ desired, plan, hear: () => undefined, stop: never, abort: never })
    },
  )
  expect(failed.map(({ error }) => error)).toEqual([expect.objectContaining({ code: 'lock-lost' })])
})
