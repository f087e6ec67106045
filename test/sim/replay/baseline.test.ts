import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { replayFresh } from '../../../sim/replay/fresh.ts'
import { readScenarios } from '../../../sim/replay/scenario.ts'
import { hasSharedData, root, sharedData } from '../../shared-data.ts'

const baseline: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(path.join(root, 'test/replay-baseline.json'), 'utf8'),
)
const scenarios = hasSharedData('pve/suite') ? readScenarios(path.join(sharedData, 'pve/suite')) : []

test.skipIf(scenarios.length === 0)('every recorded scenario is in the baseline', () => {
  expect(Object.keys(baseline).sort()).toEqual(scenarios.map((scenario) => scenario.id).sort())
})

for (const scenario of scenarios) {
  test.concurrent(`the simulator answers ${scenario.id} as well as it ever did`, async () => {
    const { equal, comparable, differences } = await replayFresh(scenario)
    const [wanted = '0', of] = baseline[scenario.id]?.split('/') ?? []
    expect(String(comparable)).toBe(of)
    const shown = differences.slice(0, 5).map((each) => `step ${each.step}: ${each.request}\n  ${each.differences[0]}`)
    expect(equal, shown.join('\n')).toBeGreaterThanOrEqual(Number(wanted))
  })
}
