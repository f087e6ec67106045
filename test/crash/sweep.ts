import { mkdtempSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import type { KillPoint } from './cli-process.ts'
import { openEmbeddedField } from './embedded-field.ts'
import { openLedger, readLedger, reportOf } from './ledger.ts'
import { everyEvent, everyKind, everyPoint, sliceOf, writePoint } from './points.ts'
import { scenes } from './scenes.ts'
import { openServedField } from './served-field.ts'
import { sweepExample } from './sweep-example.ts'
import { inProcesses } from './sweep-processes.ts'

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
    /** A part of the points, such as `0/3`, `1/3` or `2/3`. */
    slice: { type: 'string', default: '0/1' },
    /** By processes that are killed with SIGKILL, and not inside of one process. */
    really: { type: 'boolean', default: false },
    /** A file that keeps what came of each point; what has converged is not tried again. */
    ledger: { type: 'string' },
    /** How many processes at once, an example each. */
    parallel: { type: 'string', default: String(availableParallelism()) },
    /** In this process, one example after the other. */
    here: { type: 'boolean', default: false },
  },
})

function choose(events: readonly string[]): readonly KillPoint[] {
  if (values.point !== undefined) return everyPoint(events).filter((point) => writePoint(point) === values.point)
  const [part = 0, of = 1] = values.slice.split('/').map(Number)
  const chosen = values.kinds ? everyKind(events) : values.all ? everyPoint(events) : everyEvent(events)
  return sliceOf(chosen, { part, of })
}

const ledger = values.ledger ?? path.join(mkdtempSync(path.join(tmpdir(), 'talmox-sweep-')), 'ledger.jsonl')
const examples = values.examples.split(',')
if (values.here) {
  for (const example of examples) {
    await sweepExample(example, {
      open: values.really ? openServedField : openEmbeddedField,
      only: values.scene === undefined ? undefined : [values.scene],
      choose,
      ledger: openLedger(ledger, values.really ? ' by SIGKILL' : ''),
      // Two, since a run also waits.
      parallel: 2,
      tell: (line) => console.log(line),
    })
  }
} else {
  const flags = process.argv.slice(2).filter((flag, at, all) => !isOwn(flag) && !isOwn(all[at - 1]))
  const jobs = examples.map((example) => ['--here', '--examples', example, '--ledger', ledger, ...flags])
  const ended = await inProcesses(jobs, Number(values.parallel))
  const tried = readLedger(ledger)
  console.log(reportOf(tried))
  const isGood = ended && tried.length > 0 && tried.every(({ wrongs }) => wrongs.length === 0)
  process.exitCode = isGood ? 0 : 1
}

/** What is said to each process anew. */
function isOwn(flag: string | undefined): boolean {
  return flag === '--examples' || flag === '--ledger' || flag === '--parallel'
}
