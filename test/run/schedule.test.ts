import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Action } from '../../src/plan/action.ts'
import { remainingSeconds } from '../../src/run/critical-path.ts'
import { createSchedule, type Limits } from '../../src/run/schedule.ts'
import { step } from './actions.ts'

const LIMITS: Limits = { host: 2, storage: 1, vm: 1 }

/** Looks through all that is ready each time, the most urgent first. */
function plainly(actions: readonly Action[]) {
  const remaining = remainingSeconds(actions)
  const done = new Set<string>()
  const begun = new Set<string>()
  const used = (name: string) =>
    actions.filter(({ id, limits }) => begun.has(id) && !done.has(id) && limits.includes(name))
  const ready: Action[] = []
  const isFree = (name: string) => used(name).length < (LIMITS[name.split(':')[0] ?? ''] ?? Infinity)
  const collect = () => {
    const fresh = actions.filter((one) => !ready.includes(one) && one.needs.every((need) => done.has(need)))
    ready.push(...fresh)
    ready.sort((a, b) => (remaining.get(b.id) ?? 0) - (remaining.get(a.id) ?? 0))
  }
  return {
    begin() {
      collect()
      return ready.filter((action) => {
        if (begun.has(action.id) || !action.limits.every(isFree)) return false
        begun.add(action.id)
        return true
      })
    },
    end: (id: string) => void done.add(id),
  }
}

const someActions = fc
  .array(
    fc.record({
      needs: fc.array(fc.nat({ max: 30 }), { maxLength: 2 }),
      limits: fc.uniqueArray(fc.constantFrom('host:a', 'host:b', 'storage:a', 'storage:b', 'vm:1', 'free:1'), {
        maxLength: 3,
      }),
    }),
    { maxLength: 30 },
  )
  .map((rows) =>
    rows.map(({ needs, limits }, at) =>
      step(
        `s${at}`,
        [...new Set(needs.filter((need) => need < at))].map((need) => `s${need}`),
        limits,
      ),
    ),
  )

test('what begins is what a look at everything that is ready would choose, in the same order', () => {
  fc.assert(
    fc.property(someActions, fc.array(fc.nat(), { minLength: 40, maxLength: 40 }), (actions, luck) => {
      const [schedule, plain] = [createSchedule(actions, LIMITS), plainly(actions)]
      const running: string[] = []
      for (const chance of luck) {
        const begun = schedule.begin().map(({ id }) => id)
        expect(begun).toEqual(plain.begin().map(({ id }) => id))
        running.push(...begun)
        const [ended] = running.splice(chance % Math.max(1, running.length), 1)
        if (ended === undefined) break
        schedule.end(ended, true)
        plain.end(ended)
      }
    }),
  )
})

test('an end costs the same however many wait for what it frees', () => {
  let looks = 0
  const counted = (action: Action): Action => ({
    ...action,
    get limits() {
      looks++
      return action.limits
    },
  })
  const actions = Array.from({ length: 2000 }, (_, at) => counted(step(`s${at}`, [], ['workers', `vm:${at}`])))
  const schedule = createSchedule(actions, { workers: 1, vm: 1 })
  for (let [next] = schedule.begin(); next !== undefined; [next] = schedule.begin()) schedule.end(next.id, true)
  expect(schedule.waiting()).toEqual([])
  expect(looks / actions.length).toBeLessThan(10)
})
