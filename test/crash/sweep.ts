import { mkdtempSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { readLedger, reportOf } from './ledger.ts'
import { parseSlice } from './points.ts'
import { type Scene, scenes } from './scenes.ts'
import { jobsOf } from './sweep-job.ts'
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
    /** How many processes at once, each with one scene after the other. */
    parallel: { type: 'string', default: String(availableParallelism()) },
  },
})

const { point, all, kinds, really, scene: only } = values
const ledger = values.ledger ?? path.join(mkdtempSync(path.join(tmpdir(), 'talmox-sweep-')), 'ledger.jsonl')
const choice = { point, all, kinds, slice: parseSlice(values.slice) }
const isWanted = (_: string, { name }: Scene) => only === undefined || name === only
const jobs = jobsOf(values.examples.split(','), isWanted, { choice, really, ledger })
if (jobs.length === 0) throw new Error(`${values.examples} has no scene ${only ?? 'at all'}`)
const ended = await inProcesses(jobs, Number(values.parallel))
const tried = readLedger(ledger)
console.log(reportOf(tried))
const isGood = ended && tried.length > 0 && tried.every(({ wrongs }) => wrongs.length === 0)
process.exitCode = isGood ? 0 : 1
