import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { homeOf } from '../../src/run/home/home.ts'
import { underLock } from '../../src/run/locked-run.ts'
import { realClock } from '../../src/world/clock.ts'
import { createRedaction } from '../../src/world/redaction.ts'

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
