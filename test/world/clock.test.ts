import { expect, test } from 'vitest'
import { type Clock, realClock, wait } from '../../src/world/clock.ts'

test('waiting ends when the clock says so', async () => {
  const asked: number[] = []
  const clock: Clock = {
    now: () => 0,
    after(milliseconds, run) {
      asked.push(milliseconds)
      queueMicrotask(run)
      return () => undefined
    },
  }
  await wait(clock, 4000)
  expect(asked).toEqual([4000])
})

test('a signal ends the waiting with its reason and cancels the timer', async () => {
  const controller = new AbortController()
  const waiting = wait(realClock, 1e8, controller.signal)
  controller.abort(new Error('interrupted'))
  await expect(waiting).rejects.toThrow('interrupted')
  await expect(wait(realClock, 1e8, controller.signal)).rejects.toThrow('interrupted')
})

test('the real clock moves on', async () => {
  const before = realClock.now()
  await wait(realClock, 2)
  expect(realClock.now()).toBeGreaterThanOrEqual(before)
})
