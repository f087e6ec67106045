import { expect, test } from 'vitest'
import { type RetryRule, retrying } from '../../../src/talos/api/retry.ts'
import { BOOTSTRAP_RULES, FIRST_APPLY_RULES, FIRST_MUTUAL_RULES } from '../../../src/talos/api/retry-rules.ts'
import { UserError } from '../../../src/user-error.ts'
import type { Clock } from '../../../src/world/clock.ts'

/** A clock on which waiting takes no time, and which knows how long was waited. */
function leapingClock() {
  const pauses: number[] = []
  let time = 0
  const clock: Clock = {
    now: () => time,
    after(milliseconds, run) {
      pauses.push(milliseconds)
      time += milliseconds
      queueMicrotask(run)
      return () => undefined
    },
  }
  return { clock, pauses }
}

/** Fails with each error in turn, then succeeds. */
function failing(...errors: readonly Error[]) {
  const left = [...errors]
  return async () => {
    const error = left.shift()
    if (error !== undefined) throw error
    return 'done'
  }
}

const said = (code: string, message = 'it did not work') => new UserError(code, message)

test('passing failures are waited out, longer and longer', async () => {
  const { clock, pauses } = leapingClock()
  const errors = Array.from({ length: 7 }, () => said('talos-refused'))
  const heard: string[] = []
  const options = { budgetMs: 600_000, onRetry: ({ code }: UserError) => heard.push(code) }
  expect(await retrying(clock, FIRST_APPLY_RULES, options, failing(...errors))).toBe('done')
  expect(pauses).toEqual([500, 1000, 2000, 4000, 8000, 10_000, 10_000])
  expect(heard).toHaveLength(7)
})

test('when the budget is used up the last failure is the answer', async () => {
  const { clock } = leapingClock()
  const always = () => Promise.reject(said('talos-refused'))
  await expect(retrying(clock, FIRST_APPLY_RULES, { budgetMs: 5000 }, always)).rejects.toThrow('it did not work')
})

test('a bug is never retried', async () => {
  const { clock, pauses } = leapingClock()
  const rules: RetryRule[] = [{ code: 'talos-refused', verdict: 'retry' }]
  const broken = failing(new TypeError('x is undefined'))
  await expect(retrying(clock, rules, { budgetMs: 5000 }, broken)).rejects.toThrow(TypeError)
  expect(pauses).toEqual([])
})

test.each([
  { rules: 'first apply', table: FIRST_APPLY_RULES, code: 'talos-invalid', message: 'unknown keys', retried: false },
  { rules: 'first apply', table: FIRST_APPLY_RULES, code: 'talos-fingerprint', message: '', retried: false },
  { rules: 'first apply', table: FIRST_APPLY_RULES, code: 'talos-not-ready', message: 'in progress', retried: true },
  { rules: 'first mutual', table: FIRST_MUTUAL_RULES, code: 'talos-wrong-authority', message: '', retried: true },
  { rules: 'first mutual', table: FIRST_MUTUAL_RULES, code: 'talos-not-authorized', message: '', retried: false },
  {
    rules: 'bootstrap',
    table: BOOTSTRAP_RULES,
    code: 'talos-not-ready',
    message: 'bootstrap is not available yet',
    retried: true,
  },
  {
    rules: 'bootstrap',
    table: BOOTSTRAP_RULES,
    code: 'talos-not-ready',
    message: 'time is not in sync yet',
    retried: true,
  },
  {
    rules: 'bootstrap',
    table: BOOTSTRAP_RULES,
    code: 'talos-not-ready',
    message: 'bootstrap can only be performed on a control plane node',
    retried: false,
  },
  { rules: 'bootstrap', table: BOOTSTRAP_RULES, code: 'talos-invalid', message: 'no etcd CA', retried: false },
])('$rules: $code "$message" is retried: $retried', async ({ table, code, message, retried }) => {
  const { clock, pauses } = leapingClock()
  const outcome = await retrying(clock, table, { budgetMs: 60_000 }, failing(said(code, message))).catch(() => 'failed')
  expect([outcome, pauses.length]).toEqual(retried ? ['done', 1] : ['failed', 0])
})
