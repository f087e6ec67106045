import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { takeLock } from '../../src/run/lock.ts'

async function place(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'talmox-lock-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return path.join(folder, 'lock')
}

const elsewhere = JSON.stringify({ user: 'ann', computer: 'far-away', pid: 1, command: 'up', since: '2026-01-01' })

test('of two runs only one gets the lock, and the other hears who has it', async () => {
  const file = await place()
  const lock = await takeLock(file, 'up')
  await expect(takeLock(file, 'destroy')).rejects.toThrow(/has been running `talmox up` on this cluster since/)
  await lock.release()
  await (await takeLock(file, 'destroy')).release()
})

test('the lock of a killed process of this computer is taken over', async () => {
  const file = await place()
  const dead = 2 ** 22 + 1
  await writeFile(file, JSON.stringify({ user: 'me', computer: os.hostname(), pid: dead, command: 'up', since: 'x' }))
  await (await takeLock(file, 'up')).release()
})

test('the lock of another computer is kept until somebody says to break it', async () => {
  const file = await place()
  await writeFile(file, elsewhere)
  await expect(takeLock(file, 'up')).rejects.toThrow('process 1 on far-away')
  await (await takeLock(file, 'up', { breakLock: true })).release()
})

test('who was pushed out of a lock does not take it from its new holder', async () => {
  const file = await place()
  const lock = await takeLock(file, 'up')
  await writeFile(file, elsewhere)
  await lock.release()
  expect(await readFile(file, 'utf8')).toBe(elsewhere)
})

test('who was pushed out of a lock hears by whom', async () => {
  const file = await place()
  const lock = await takeLock(file, 'up')
  await lock.requireHeld()
  await writeFile(file, elsewhere)
  await expect(lock.requireHeld()).rejects.toThrow('ann (process 1 on far-away) has broken the lock of this run')
})
