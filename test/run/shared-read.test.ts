import { expect, test } from 'vitest'
import { sharedRead } from '../../src/run/shared-read.ts'
import type { Clock } from '../../src/world/clock.ts'

/** A clock that goes on only when it is told to. */
function handClock(): Clock & { readonly pass: (milliseconds: number) => Promise<void> } {
  let now = 0
  const timers = new Set<{ readonly at: number; readonly run: () => void }>()
  return {
    now: () => now,
    after(milliseconds, run) {
      const timer = { at: now + milliseconds, run }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    async pass(milliseconds) {
      now += milliseconds
      for (const timer of timers) {
        if (timer.at > now) continue
        timers.delete(timer)
        timer.run()
      }
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

test('those who ask in the same moment share one answer', async () => {
  let reads = 0
  const ask = sharedRead(handClock(), 250, async () => ++reads)
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1])
})

test('who asks while an answer is on its way gets the next, since this one may be old already', async () => {
  const clock = handClock()
  const answers: ((value: string) => void)[] = []
  const ask = sharedRead(clock, 250, () => new Promise<string>((resolve) => answers.push(resolve)))
  const first = ask()
  await clock.pass(0)
  const [second, third] = [ask(), ask()]
  await clock.pass(250)
  answers[0]?.('old')
  answers[1]?.('new')
  expect(await Promise.all([first, second, third])).toEqual(['old', 'new', 'new'])
  expect(answers).toHaveLength(2)
})

test('answers are asked for no closer together than the span', async () => {
  const clock = handClock()
  let reads = 0
  const ask = sharedRead(clock, 250, async () => ++reads)
  await ask()
  const next = ask()
  await clock.pass(249)
  expect(reads).toBe(1)
  await clock.pass(1)
  expect(await next).toBe(2)
})

test('a failure is told to all who share it, and forgotten', async () => {
  const clock = handClock()
  let reads = 0
  const ask = sharedRead(clock, 0, async () => {
    reads++
    if (reads === 1) throw new Error('no answer')
    return reads
  })
  const both = await Promise.allSettled([ask(), ask()])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await ask()).toBe(2)
})
