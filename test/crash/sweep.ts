import { availableParallelism } from 'node:os'
import process from 'node:process'
import { parseArgs } from 'node:util'
import type { KillPoint } from './cli-process.ts'
import { everyEvent, everyKind, everyPoint, writePoint } from './points.ts'
import { scenes } from './scenes.ts'
import { sweepExample } from './sweep-example.ts'

const { values } = parseArgs({
  options: {
    examples: { type: 'string', default: Object.keys(scenes).join(',') },
    /** One of the things that are done to each example. */
    scene: { type: 'string' },
    /** One point alone, such as `after:ended vm.create:2`. */
    point: { type: 'string' },
    /** Before, within and after each event, and not one of them in turn. */
    all: { type: 'boolean', default: false },
    /** One event of each kind. */
    kinds: { type: 'boolean', default: false },
    parallel: { type: 'string', default: String(availableParallelism()) },
  },
})

function choose(events: readonly string[]): readonly KillPoint[] {
  if (values.point !== undefined) return everyPoint(events).filter((point) => writePoint(point) === values.point)
  if (values.kinds) return everyKind(events)
  return values.all ? everyPoint(events) : everyEvent(events)
}

let [points, failed] = [0, 0]
for (const example of values.examples.split(',')) {
  const swept = await sweepExample(example, {
    only: values.scene,
    choose,
    parallel: Number(values.parallel),
    tell: (line) => console.log(line),
  })
  points += swept.points
  failed += swept.complaints.length
}
console.log(`${points} points tried, ${failed === 0 ? 'all converged' : `${failed} did not converge`}`)
process.exitCode = failed > 0 || points === 0 ? 1 : 0
