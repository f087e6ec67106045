import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { wait } from '../../../sim/world/clock.ts'
import { idleClock } from '../../../sim/world/idle-clock.ts'

test('waiting takes time', async () => {
  const clock = idleClock(1000, 0)
  await wait(clock, 5000)
  expect(clock.now()).toBeGreaterThanOrEqual(5000)
})

test('what other threads compute takes none, however many do at once, and the clock goes on afterwards', async () => {
  const clock = idleClock(1000, 0)
  const key = promisify(generateKeyPair)
  const works = [key('rsa', { modulusLength: 1024 }), key('rsa', { modulusLength: 2048 })]
  for (const work of works) clock.computing?.(work)
  const before = clock.now()
  await Promise.all(works)
  expect(clock.now()).toBe(before)
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(clock.now()).toBeGreaterThan(before)
})

test('a timer that comes due while it stands still rings once it goes on', async () => {
  const clock = idleClock(1000, 0)
  let finish: () => void = () => undefined
  clock.computing?.(new Promise<void>((resolve) => (finish = resolve)))
  let rang = false
  clock.after(1000, () => (rang = true))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(rang).toBe(false)
  finish()
  await wait(clock, 5000)
  expect(rang).toBe(true)
})
