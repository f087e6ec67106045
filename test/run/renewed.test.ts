import { expect, test } from 'vitest'
import { renewed } from '../../src/run/renewed.ts'

const HOUR = 60 * 60_000

/** Something with a number that lasts for a day, on a clock that goes on only when it is told to. */
function stage(fails: readonly number[] = []) {
  let now = 0
  let opened = 0
  const closed: number[] = []
  const one = renewed({ hours: 24, now: () => now }, async () => {
    const number = ++opened
    if (fails.includes(number)) throw new Error(`${number} does not open`)
    return { number, close: () => void closed.push(number) }
  })
  const pass = (hours: number) => {
    now += hours * HOUR
  }
  return { ...one, closed, pass }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('one that is asked for again and again is opened once for half of its life', async () => {
  const { get, pass } = stage()
  const numbers: number[] = []
  for (let hour = 0; hour < 50; hour += 5) {
    numbers.push((await get()).number)
    pass(5)
  }
  expect(numbers).toEqual([1, 1, 1, 2, 2, 2, 3, 3, 3, 4])
})

test('the one before stays open for what was begun with it, until it is over itself', async () => {
  const { get, pass, closed, close } = stage()
  await get()
  pass(13)
  await get()
  await settled()
  expect(closed).toEqual([])
  pass(13)
  await get()
  await settled()
  expect(closed).toEqual([1])
  close()
  await settled()
  expect(closed).toEqual([1, 2, 3])
})

test('one that could not be opened is tried again, and those before it are not lost', async () => {
  const { get, pass, closed, close } = stage([1, 3])
  await expect(get()).rejects.toThrow('1 does not open')
  expect((await get()).number).toBe(2)
  pass(13)
  await expect(get()).rejects.toThrow('3 does not open')
  expect((await get()).number).toBe(4)
  expect(closed).toEqual([])
  close()
  await settled()
  expect(closed).toEqual([2, 4])
})
