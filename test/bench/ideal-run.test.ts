import { beforeAll, describe, expect, test } from 'vitest'
import { clusterFile } from '../../bench/cluster-file.ts'
import { type IdealRun, idealRun } from '../../bench/ideal/ideal-run.ts'
import { defaultTiming, quicker } from '../../sim/talos/timing.ts'

const file = clusterFile({ controlPlanes: 3, workers: 1 })

/** The longest that any action of a kind took. */
const longest = ({ spans }: IdealRun, kind: string): number =>
  Math.max(...spans.filter(({ action }) => action.kind === kind).map(({ began, ended }) => ended - began))

describe('the least that a world takes for a new cluster', { timeout: 120_000 }, () => {
  let ideal: IdealRun
  beforeAll(async () => {
    ideal = await idealRun(file)
  }, 120_000)

  test('is the same each time', async () => {
    expect((await idealRun(file)).milliseconds).toBeCloseTo(ideal.milliseconds, 0)
  })

  test('begins nothing before what it needs has ended', () => {
    const ends = new Map(ideal.spans.map(({ action, ended }) => [action.id, ended]))
    for (const { action, began } of ideal.spans) {
      for (const need of action.needs) expect(began).toBeGreaterThanOrEqual(ends.get(need) ?? 0)
    }
  })

  test('has of waiting only what the tables of the simulator say', () => {
    const { firmware, kernel, serviceStart, serviceHealth, etcdPromotion } = defaultTiming
    expect(longest(ideal, 'talos.apply')).toBe(0)
    // Two rows of services come up before the API of a machine without a config answers.
    expect(longest(ideal, 'talos.maintenance')).toBe(firmware + kernel + 2 * (serviceStart + serviceHealth))
    // etcd takes one learner at a time, so the last of two waits for both.
    expect(longest(ideal, 'etcd.join')).toBeGreaterThan(2 * etcdPromotion)
  })

  test('is half as much inside of machines that are twice as quick', async () => {
    const quick = await idealRun(file, { timing: quicker(defaultTiming, 2) })
    expect(longest(quick, 'talos.maintenance')).toBe(longest(ideal, 'talos.maintenance') / 2)
    expect(longest(quick, 'vm.start')).toBeCloseTo(longest(ideal, 'vm.start'), 0)
  })

  test('counts a call for each change, and none for looking', async () => {
    const far = await idealRun(file, { callMs: 100 })
    expect(longest(far, 'vm.start') - longest(ideal, 'vm.start')).toBeCloseTo(100, 0)
    // A machine is made, and its disk grows.
    expect(longest(far, 'vm.create') - longest(ideal, 'vm.create')).toBeCloseTo(200, 0)
  })
})
