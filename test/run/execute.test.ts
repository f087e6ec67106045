import fc from 'fast-check'
import { expect, test } from 'vitest'
import { acceleratedClock } from '../../sim/world/clock.ts'
import type { Action } from '../../src/plan/action.ts'
import { order } from '../../src/plan/order.ts'
import type { RunEvent } from '../../src/run/events.ts'
import { type ExecuteOptions, execute, type Perform } from '../../src/run/execute.ts'
import { step } from './actions.ts'

const never = new AbortController().signal

function options(perform: Perform, more: Partial<ExecuteOptions> = {}): ExecuteOptions {
  return { clock: acceleratedClock(1), limits: {}, perform, report: () => {}, stop: never, abort: never, ...more }
}

const tick = () => new Promise<void>((resolve) => setImmediate(resolve))

test('an action begins when all it needs is done, and not before', async () => {
  const log: string[] = []
  const perform: Perform = async ({ target }) => {
    log.push(`+${target}`)
    await tick()
    log.push(`-${target}`)
    return 'done'
  }
  await execute([step('a'), step('b', ['a']), step('c', ['a']), step('d', ['b', 'c'])], options(perform))
  expect(log).toEqual(['+a', '-a', '+b', '+c', '-b', '-c', '+d', '-d'])
})

test('what shares a limit runs as many at once as the limit says', async () => {
  let running = 0
  let most = 0
  const perform: Perform = async () => {
    most = Math.max(most, ++running)
    await tick()
    running--
    return 'done'
  }
  const actions = ['a', 'b', 'c', 'd', 'e'].map((name) => step(name, [], ['storage:tank']))
  const { done } = await execute(actions, options(perform, { limits: { storage: 2 } }))
  expect({ done, most }).toEqual({ done: 5, most: 2 })
})

test('what is on the longest way begins first', async () => {
  const begun: string[] = []
  const perform: Perform = async ({ target }) => {
    begun.push(target)
    return 'done'
  }
  const actions = [
    step('short', [], ['vm:1']),
    step('long', [], ['vm:1']),
    step('next', ['long']),
    step('last', ['next']),
  ]
  await execute(actions, options(perform, { limits: { vm: 1 } }))
  expect(begun[0]).toBe('long')
})

test('after a failure nothing more begins, what runs comes to its end, and everything is reported', async () => {
  const events: RunEvent[] = []
  const perform: Perform = async ({ target }) => {
    if (target === 'bad') throw new Error('no')
    await tick()
    return 'done'
  }
  const actions = [step('bad'), step('slow'), step('after', ['slow']), step('never', ['bad'])]
  const result = await execute(actions, options(perform, { report: (event) => void events.push(event) }))
  expect(result.done).toBe(1)
  expect(result.failed.map(({ action }) => action.target)).toEqual(['bad'])
  expect(result.dropped.map(({ target }) => target)).toEqual(['after', 'never'])
  expect(events.filter(({ type }) => type === 'dropped')).toHaveLength(2)
})

test('a stop lets running actions end and begins no others', async () => {
  const stop = new AbortController()
  const perform: Perform = async () => {
    stop.abort()
    await tick()
    return 'done'
  }
  const result = await execute([step('a'), step('b', ['a'])], options(perform, { stop: stop.signal }))
  expect(result).toMatchObject({ done: 1, failed: [] })
  expect(result.dropped.map(({ target }) => target)).toEqual(['b'])
})

test('the beginning is written down before anything is done', async () => {
  let written = false
  const perform: Perform = async () => {
    expect(written).toBe(true)
    return 'done'
  }
  const report = async ({ type }: RunEvent) => {
    await tick()
    if (type === 'started') written = true
  }
  expect(await execute([step('a')], options(perform, { report }))).toMatchObject({ done: 1 })
})

test('a failure that cannot be written down is thrown once everything that runs has ended', async () => {
  let ended = 0
  const perform: Perform = async ({ target }) => {
    if (target === 'bad') throw new Error('no')
    for (let ticks = 0; ticks < 5; ticks++) await tick()
    ended++
    return 'done'
  }
  const report = async ({ type }: RunEvent) => {
    if (type === 'failed') throw new Error('the disk is full')
  }
  const running = execute([step('slow'), step('bad'), step('slower')], options(perform, { report }))
  await expect(running).rejects.toThrow('the disk is full')
  expect(ended).toBe(2)
})

const graphs = fc
  .array(
    fc.record({ needs: fc.array(fc.nat(30)), limits: fc.subarray(['storage:a', 'storage:b', 'host:x', 'vm:1']) }),
    { maxLength: 30 },
  )
  .map((rows): readonly Action[] =>
    order(
      rows.map(({ needs, limits }, index) =>
        step(String(index), [...new Set(needs.filter((need) => need < index).map(String))], limits),
      ),
    ),
  )

test('every plan without failures is carried out completely, in order, within its limits', async () => {
  await fc.assert(
    fc.asyncProperty(graphs, async (actions) => {
      const done = new Set<string>()
      const used = new Map<string, number>()
      const limits = { storage: 2, host: 3, vm: 1 }
      const most = new Map([
        ['storage:a', 2],
        ['storage:b', 2],
        ['host:x', 3],
        ['vm:1', 1],
      ])
      const perform: Perform = async ({ id, needs, limits: names }) => {
        expect(needs.every((need) => done.has(need))).toBe(true)
        for (const name of names) {
          used.set(name, (used.get(name) ?? 0) + 1)
          expect(used.get(name)).toBeLessThanOrEqual(most.get(name) ?? 0)
        }
        await tick()
        for (const name of names) used.set(name, (used.get(name) ?? 0) - 1)
        done.add(id)
        return 'done'
      }
      const result = await execute(actions, options(perform, { limits }))
      expect(result).toEqual({ done: actions.length, failed: [], dropped: [] })
    }),
    { numRuns: 60 },
  )
})
