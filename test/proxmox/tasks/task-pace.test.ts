import { expect, test } from 'vitest'
import { createTaskPace, type TaskPace } from '../../../src/proxmox/tasks/task-pace.ts'

/** The moments at which somebody asks after a task that takes so long, the last of which finds it ended. */
function questions(pace: TaskPace, type: string, milliseconds: number): readonly number[] {
  const asked = [0]
  for (let at = 0; at < milliseconds; asked.push(at)) at += pace.pause(type, at)
  pace.ended(type, asked.at(-1) ?? 0)
  return asked
}

test.each([1000, 4000, 20_000])('little of %d ms is lost at the end of a task that nobody knows', (took) => {
  const asked = questions(createTaskPace(), 'qmcreate', took)
  expect(asked.at(-1)).toBeLessThanOrEqual(took + Math.max(250, took * 0.1))
})

test('the next task of the same type is asked after when it may be over', () => {
  const pace = createTaskPace()
  const first = questions(pace, 'qmcreate', 4000)
  const second = questions(pace, 'qmcreate', 4000)
  expect(second[1]).toBeGreaterThan(2900)
  expect(second.length).toBeLessThanOrEqual(first.length / 2)
  expect(second.at(-1)).toBeLessThanOrEqual(4200)
})

test('what one type of task takes says nothing about another', () => {
  const pace = createTaskPace()
  const first = questions(pace, 'qmcreate', 4000)
  expect(questions(pace, 'qmclone', 4000)).toEqual(first)
})

test('a task that was slow once does not keep anybody waiting for the next for long', () => {
  const pace = createTaskPace()
  questions(pace, 'download', 60_000)
  expect(questions(pace, 'download', 1000)).toEqual([0, 5000])
})
