import { pbkdf2 } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { open, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { wait } from '../../../sim/world/clock.ts'
import { eventClock } from '../../../sim/world/event-clock.ts'

const FAST = 100_000

/** Keeps this computer busy for so long. */
function compute(milliseconds: number): void {
  const until = performance.now() + milliseconds
  while (performance.now() < until);
}

test('every timer rings exactly when it is due, in order, whatever is computed meanwhile', async () => {
  const clock = eventClock(FAST, 0)
  const rang: [string, number][] = []
  const note = (name: string) => () => {
    rang.push([name, clock.now()])
    compute(3)
  }
  clock.after(2000, note('second'))
  clock.after(1000, note('first'))
  clock.after(2000, note('beside it'))
  clock.after(500, note('never'))()
  await wait(clock, 5000)
  expect({ rang, now: clock.now() }).toEqual({
    rang: [
      ['first', 1000],
      ['second', 2000],
      ['beside it', 2000],
    ],
    now: 5000,
  })
})

test('it stands still while files are written, and while somebody says that keys are computed', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'talmox-clock-'))
  const clock = eventClock(FAST, 0)
  clock.after(1, () => undefined)
  await writeFile(path.join(folder, 'large'), Buffer.alloc(32 * 1024 * 1024))
  expect(clock.now()).toBe(0)
  let finish: () => void = () => undefined
  clock.computing?.(new Promise<void>((resolve) => (finish = resolve)))
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(clock.now()).toBe(0)
  finish()
  await wait(clock, 1000)
  expect(clock.now()).toBe(1000)
  rmSync(folder, { recursive: true })
})

test('it stands still while files are closed', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'talmox-clock-'))
  const files = await Promise.all(Array.from({ length: 64 }, (_, at) => open(path.join(folder, `${at}`), 'w')))
  // Threads that are busy close nothing for a while.
  const busy = Array.from({ length: 16 }, () => promisify(pbkdf2)('x', 'y', 100_000, 64, 'sha512'))
  const clock = eventClock(FAST, 0)
  clock.after(1, () => undefined)
  await Promise.all(files.map((file) => file.close()))
  expect(clock.now()).toBe(0)
  await Promise.all(busy)
  rmSync(folder, { recursive: true })
})

test('it begins at a full minute, since much in a world happens at full seconds', () => {
  expect(eventClock(1).now() % 60_000).toBe(0)
})
