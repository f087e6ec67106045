import { availableParallelism } from 'node:os'
import process from 'node:process'
import { parseArgs } from 'node:util'
import type { JournalPoint } from './cli-process.ts'
import { crash, pointsOf, undisturbed, type Verdict } from './crash.ts'

const WHENS: readonly JournalPoint['when'][] = ['before', 'within', 'after']

const { values } = parseArgs({
  options: {
    examples: { type: 'string', default: 'single-node,homelab' },
    /** One point alone, such as `after:12`. */
    point: { type: 'string' },
    /** Only each n-th point. */
    every: { type: 'string', default: '1' },
    parallel: { type: 'string', default: String(availableParallelism()) },
  },
})

/** Kills a run at every point of its journal and prints what became of it; a failure comes with how to see it again. */
async function sweep(example: string): Promise<readonly Verdict[]> {
  const reference = await undisturbed(example)
  const points = chosen(pointsOf(reference.lines, WHENS))
  const total = points.length
  const verdicts: Verdict[] = []
  const worker = async () => {
    for (let point = points.shift(); point !== undefined; point = points.shift()) {
      const verdict = await crash(example, point, reference)
      verdicts.push(verdict)
      if (verdict.wrongs.length > 0) console.log(complaint(example, verdict))
      if (verdicts.length % 20 === 0) console.log(`${example}: ${verdicts.length} of ${total} points tried`)
    }
  }
  await Promise.all(Array.from({ length: Number(values.parallel) }, worker))
  return verdicts
}

function chosen(points: readonly JournalPoint[]): JournalPoint[] {
  if (values.point === undefined) return points.filter((_, index) => index % Number(values.every) === 0)
  return points.filter(({ when, line }) => `${when}:${line}` === values.point)
}

const complaint = (example: string, { point: { when, line }, wrongs }: Verdict) =>
  [
    `${example}: killed ${when} line ${line}, and then:`,
    ...wrongs,
    `again: npm run crash-sweep -- --examples ${example} --point ${when}:${line}`,
  ].join('\n  ')

for (const example of values.examples.split(',')) {
  const verdicts = await sweep(example)
  const failed = verdicts.filter(({ wrongs }) => wrongs.length > 0).length
  const end = failed === 0 ? 'all converged' : `${failed} did not converge`
  console.log(`${example}: ${verdicts.length} points tried, ${end}`)
  if (failed > 0 || verdicts.length === 0) process.exitCode = 1
}
