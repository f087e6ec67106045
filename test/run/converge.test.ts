import { expect, test } from 'vitest'
import { overtaken } from '../../src/actions/overtaken.ts'
import type { Live } from '../../src/live/live.ts'
import type { Action } from '../../src/plan/action.ts'
import type { Finding, Plan } from '../../src/plan/plan-type.ts'
import { type Convergence, converge } from '../../src/run/converge.ts'
import { step } from './actions.ts'

const live: Live = {
  proxmox: {
    version: { version: '9.1.1', release: '9.1' },
    hosts: [],
    storages: [],
    pools: [],
    vms: [],
    unread: [],
    others: [],
  },
  nodes: {},
  schematics: {},
  etcd: { state: 'none', members: [] },
  kubernetes: { kind: 'absent' },
  home: { secrets: 'missing', clientConfigs: 'missing' },
}
const planOf = (actions: readonly Action[], findings: readonly Finding[] = []): Plan => ({
  cluster: 'c',
  actions,
  findings,
  later: [],
})

/** A world in which each round carries out the plan and the next look finds the next plan. */
function rounds(plans: readonly Plan[], more: Partial<Convergence> = {}) {
  const executed: string[][] = []
  let round = 0
  const convergence: Convergence = {
    look: async () => ({ live, plan: plans[Math.min(round++, plans.length - 1)] ?? planOf([]) }),
    approve: async () => true,
    approveMore: () => Promise.reject(new Error('asked again')),
    execute: async ({ actions }) => {
      executed.push(actions.map(({ target }) => target))
      return { done: actions.length, failed: [], dropped: [] }
    },
    outwait: async () => false,
    stop: new AbortController().signal,
    ...more,
  }
  return { convergence, executed }
}

test('plans are carried out until nothing is left', async () => {
  const { convergence, executed } = rounds([planOf([step('a'), step('b')]), planOf([step('b')]), planOf([])])
  expect(await converge(convergence)).toMatchObject({ kind: 'done' })
  expect(executed).toEqual([['a', 'b'], ['b']])
})

test('with nothing to do nobody is asked', async () => {
  const { convergence } = rounds([planOf([])], { approve: () => Promise.reject(new Error('asked')) })
  expect(await converge(convergence)).toMatchObject({ kind: 'nothing-to-do' })
})

test('nothing is done without approval, nor while something is refused', async () => {
  const declined = rounds([planOf([step('a')])], { approve: async () => false })
  expect(await converge(declined.convergence)).toMatchObject({ kind: 'declined' })
  const finding: Finding = { code: 'x', level: 'refused', target: 'c', message: 'm', hint: 'h' }
  const refused = rounds([planOf([], [finding])])
  expect(await converge(refused.convergence)).toMatchObject({ kind: 'refused' })
  expect([...declined.executed, ...refused.executed]).toEqual([])
})

test('what is refused only for a while is waited for, and the first plan after it is asked about', async () => {
  const finding: Finding = { code: 'x', level: 'refused', target: 'c', message: 'm', hint: 'h', passesWithin: 1 }
  const asked: Plan[] = []
  const { convergence, executed } = rounds([planOf([], [finding]), planOf([step('a')]), planOf([])], {
    outwait: async () => true,
    approve: async (plan) => asked.push(plan) === 1,
  })
  expect(await converge(convergence)).toMatchObject({ kind: 'done' })
  expect({ executed, asked: asked.length }).toEqual({ executed: [['a']], asked: 1 })
})

test('an action that the world has overtaken is no failure: what is to be done instead is planned', async () => {
  const failed = { action: step('a'), error: overtaken('it was switched off') }
  const { convergence, executed } = rounds([planOf([step('a')]), planOf([step('b')]), planOf([])])
  const execute: Convergence['execute'] = async (plan) => ({
    ...(await convergence.execute(plan)),
    failed: executed.length === 1 ? [failed] : [],
  })
  expect(await converge({ ...convergence, execute })).toMatchObject({ kind: 'done' })
  expect(executed).toEqual([['a'], ['b']])
})

test('a plan that stays the same although it is carried out ends the run', async () => {
  const { convergence, executed } = rounds([planOf([step('a')])])
  expect(await converge(convergence)).toMatchObject({ kind: 'stuck' })
  expect(executed).toHaveLength(3)
})

test('two plans that undo each other end the run as well', async () => {
  const [one, other] = [planOf([step('a')]), planOf([step('b')])]
  const { convergence, executed } = rounds(Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? one : other)))
  expect(await converge(convergence)).toMatchObject({ kind: 'stuck' })
  expect(executed).toHaveLength(6)
})

test('a failure ends the run with what failed', async () => {
  const action = step('a')
  const { convergence } = rounds([planOf([action])], {
    execute: async () => ({ done: 0, failed: [{ action, error: new Error('no') }], dropped: [] }),
  })
  expect(await converge(convergence)).toMatchObject({ kind: 'failed', execution: { failed: [{ action }] } })
})

const reboot = (target: string): Action => ({ ...step(target), effect: 'reboot' })

test('what a later plan interrupts is asked for again, unless it was approved before', async () => {
  const asked: string[][] = []
  const approveMore: Convergence['approveMore'] = async (_, unseen) => {
    asked.push(unseen.map(({ target }) => target))
    return true
  }
  const plans = [planOf([step('a'), reboot('b')]), planOf([reboot('b'), reboot('c'), step('d')]), planOf([reboot('c')])]
  const { convergence, executed } = rounds([...plans, planOf([])], { approveMore })
  expect(await converge(convergence)).toMatchObject({ kind: 'done' })
  expect(asked).toEqual([['c']])
  expect(executed).toHaveLength(3)
})

test('what is not approved later is not done, and what was approved stays done', async () => {
  const { convergence, executed } = rounds([planOf([step('a')]), planOf([reboot('b')])], {
    approveMore: async () => false,
  })
  expect(await converge(convergence)).toMatchObject({ kind: 'declined-more' })
  expect(executed).toEqual([['a']])
})

test('nothing is begun once somebody wants it to stop, not even a question', async () => {
  const { convergence, executed } = rounds([planOf([step('a')])], {
    stop: AbortSignal.abort(),
    approve: () => Promise.reject(new Error('asked')),
  })
  expect(await converge(convergence)).toMatchObject({ kind: 'stopped' })
  expect(executed).toEqual([])
})
