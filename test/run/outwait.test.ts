import { expect, test } from 'vitest'
import type { Finding } from '../../src/plan/plan-type.ts'
import { outwaiter } from '../../src/run/outwait.ts'
import type { Clock } from '../../src/world/clock.ts'

/** A clock on which every wait is over at once. */
function quickClock(): Clock {
  let now = 0
  return {
    now: () => now,
    after(milliseconds, run) {
      now += milliseconds
      queueMicrotask(run)
      return () => undefined
    },
  }
}

const refused = (message: string, passesWithin?: number): Finding => ({
  code: 'x',
  level: 'refused',
  target: 'c',
  message,
  hint: 'h',
  ...(passesWithin === undefined ? {} : { passesWithin }),
})
const planOf = (...findings: readonly Finding[]) => ({ cluster: 'c', actions: [], findings, later: [] })

function waiting(stop = new AbortController().signal) {
  const told: string[] = []
  const clock = quickClock()
  return { outwait: outwaiter({ clock, stop, tell: (message) => told.push(message) }), told, clock }
}

test('what may be over by itself is waited for as long as it may take, and said once', async () => {
  const { outwait, told, clock } = waiting()
  while (await outwait(planOf(refused('a', 1)))) expect(clock.now()).toBeLessThanOrEqual(60_000)
  expect(clock.now()).toBe(60_000)
  expect(told).toEqual(['a'])
})

test('nothing is waited for while anything stays for ever', async () => {
  const { outwait, told, clock } = waiting()
  expect(await outwait(planOf(refused('a', 1), refused('b')))).toBe(false)
  expect({ now: clock.now(), told }).toEqual({ now: 0, told: [] })
})

test('each has a time of its own', async () => {
  const { outwait, clock } = waiting()
  while (clock.now() < 50_000) expect(await outwait(planOf(refused('a', 1)))).toBe(true)
  while (await outwait(planOf(refused('b', 1)))) expect(clock.now()).toBeLessThanOrEqual(110_000)
  expect(clock.now()).toBeGreaterThanOrEqual(110_000)
})

test('whoever stops does not wait', async () => {
  const { outwait } = waiting(AbortSignal.abort())
  expect(await outwait(planOf(refused('a', 1)))).toBe(false)
})
