import { expect, test } from 'vitest'
import { jumpClock } from '../../../bench/ideal/jump-clock.ts'
import { createTaskPace } from '../../../src/proxmox/tasks/task-pace.ts'
import { type Clock, wait } from '../../../src/world/clock.ts'

/** One Proxmox, and the moments at which somebody asks after its tasks. */
function proxmox() {
  const clock = jumpClock(0)
  const pace = createTaskPace(clock)
  const questions = async (type: string, milliseconds: number): Promise<readonly number[]> => {
    const follower = pace.follow(type)
    const asked: number[] = []
    while ((asked.at(-1) ?? 0) < milliseconds) {
      await follower.next(Number.POSITIVE_INFINITY)
      asked.push(Math.round(follower.waited()))
    }
    follower.ended()
    return asked
  }
  const after = async (milliseconds: number, ...task: Parameters<typeof questions>) => {
    await wait(clock, milliseconds)
    return await questions(...task)
  }
  return { clock, pace, questions, after, until: <T>(work: Promise<T>) => clock.until(work) }
}

test.each([1000, 4000, 20_000])('little of %d ms is lost at the end of a task that nobody knows', async (took) => {
  const { questions, until } = proxmox()
  const asked = await until(questions('qmmove', took))
  expect(asked.at(-1)).toBeLessThanOrEqual(took + Math.max(250, took * 0.15))
})

test('the next task of the same type is asked after when it may be over', async () => {
  const { questions, until } = proxmox()
  await until(questions('qmmove', 4000))
  const second = await until(questions('qmmove', 4000))
  expect(second[0]).toBeGreaterThan(3500)
  expect(second.length).toBeLessThanOrEqual(4)
  expect(second.at(-1)).toBeLessThanOrEqual(4200)
})

test('the more tasks of one length, the less is lost at the end of each', async () => {
  const { questions, until } = proxmox()
  for (let each = 0; each < 10; each++) await until(questions('qmmove', 4000))
  const last = await until(questions('qmmove', 4000))
  expect(last.at(-1)).toBeLessThanOrEqual(4200)
})

test('of tasks of different lengths the shorter ones are not waited for as long as for the longer', async () => {
  const { questions, until } = proxmox()
  for (const took of [4000, 3300, 4000, 3300, 4000]) await until(questions('qmmove', took))
  expect((await until(questions('qmmove', 3300))).at(-1)).toBeLessThanOrEqual(3500)
})

test('of tasks that run together one is asked after, and the others when it has told', async () => {
  const { questions, after, until } = proxmox()
  const all = [questions('qmmove', 6000), ...[10, 20, 30].map((later) => after(later, 'qmmove', 6000))]
  const [first, ...others] = await until(Promise.all(all))
  expect(first?.length).toBeGreaterThan(10)
  for (const asked of others) {
    expect(asked.length).toBeLessThanOrEqual(4)
    expect(asked.at(-1)).toBeLessThanOrEqual(6600)
  }
})

test('nobody asks after the first task of a type sooner than such tasks can be over', async () => {
  const { questions, until } = proxmox()
  expect((await until(questions('download', 4000)))[0]).toBe(2000)
  expect(await until(questions('qmstart', 700))).toEqual([1000])
  expect(await until(questions('qmstart', 700))).toEqual([950])
})

test('when the one that is asked after is left, another one takes its place', async () => {
  const { pace, questions, until } = proxmox()
  const eldest = pace.follow('qmmove')
  const beside = questions('qmmove', 4000)
  eldest.leave()
  expect((await until(beside))[0]).toBe(250)
})

test('what one type of task takes says nothing about another', async () => {
  const { questions, until } = proxmox()
  const first = await until(questions('qmmove', 4000))
  expect(await until(questions('vzdump', 4000))).toEqual(first)
})

test('a task that was slow once does not keep anybody waiting for the next for long', async () => {
  const { questions, until } = proxmox()
  await until(questions('download', 60_000))
  expect(await until(questions('download', 1000))).toEqual([10_000])
})

test('whoever wants to look meanwhile is woken early, and asks when it is due', async () => {
  const { clock, pace, questions, until } = proxmox()
  await until(questions('download', 9000))
  const follower = pace.follow('download')
  const woken = async (end: number) => [await follower.next(end), clock.now()] as const
  const [, at] = await until(woken(0))
  expect(await until(woken(4000))).toEqual(['early', at + 4000])
  expect((await until(woken(60_000)))[0]).toBe('ask')
})

test('a signal ends the wait', async () => {
  const quiet: Clock = { now: () => 0, after: () => () => undefined }
  const stop = new AbortController()
  const waiting = createTaskPace(quiet).follow('qmmove').next(Number.POSITIVE_INFINITY, stop.signal)
  stop.abort(new Error('enough'))
  await expect(waiting).rejects.toThrow('enough')
})
