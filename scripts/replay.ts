import { writeFileSync } from 'node:fs'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { replayFresh } from '../sim/replay/fresh.ts'
import { createClient } from '../sim/replay/http-client.ts'
import { runScenario, type ScenarioResult } from '../sim/replay/run.ts'
import { readScenarios, type Scenario } from '../sim/replay/scenario.ts'

const usage = 'usage: npm run replay -- FOLDER [--url URL] [--only NAME,…] [--differences N] [--write BASELINE]'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string' },
    only: { type: 'string' },
    differences: { type: 'string', default: '3' },
    write: { type: 'string' },
  },
})

function wanted(scenario: Scenario): boolean {
  return values.only === undefined || values.only.split(',').some((name) => scenario.id.startsWith(name))
}

function replay(scenario: Scenario): Promise<ScenarioResult> {
  if (values.url === undefined) return replayFresh(scenario)
  return runScenario(scenario, { client: createClient(new URL(values.url)), pollEvery: 500, polls: 600 })
}

function report({ id, equal, comparable, differences }: ScenarioResult): void {
  console.log(`${String(equal).padStart(4)} of ${String(comparable).padStart(4)}  ${id}`)
  for (const { step, request, differences: lines } of differences.slice(0, Number(values.differences))) {
    console.log(`      step ${step}: ${request}`)
    for (const line of lines.slice(0, 3)) console.log(`        ${line}`)
  }
}

const [folder] = positionals
if (folder === undefined) {
  console.error(usage)
  process.exitCode = 1
} else {
  const results: ScenarioResult[] = []
  for (const scenario of readScenarios(folder).filter(wanted)) {
    const result = await replay(scenario)
    report(result)
    results.push(result)
  }
  const sum = (of: (result: ScenarioResult) => number) => results.reduce((total, each) => total + of(each), 0)
  console.log(`${sum((each) => each.equal)} of ${sum((each) => each.comparable)} steps are equal`)
  if (values.write !== undefined) {
    const baseline = Object.fromEntries(results.map(({ id, equal, comparable }) => [id, `${equal}/${comparable}`]))
    writeFileSync(values.write, `${JSON.stringify(baseline, null, 2)}\n`)
  }
}
