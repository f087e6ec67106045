import { existsSync, readFileSync } from 'node:fs'
import process from 'node:process'
import { explain } from '../src/plan/explain.ts'
import { plan } from '../src/plan/plan.ts'
import { nothingThere } from '../test/plan/world.ts'
import { clusterOf } from './cluster-of.ts'

const MACHINES = 1000
const TARGET = 250
const STATUS = '/proc/self/status'

/** Measures the memory of one plan, from the text of the file to that of the plan; only a fresh process tells. */
export async function planMemory(print: (line: string) => void): Promise<void> {
  const before = peak()
  const desired = await clusterOf(MACHINES)
  const { length } = explain(plan(desired, nothingThere(desired)))
  if (length < MACHINES) throw new Error('bug: a plan without its machines')
  print(
    `memory at the peak of one plan for ${MACHINES} machines: ${peak()} MiB of the process, ${before} of them before it; target < ${TARGET} MiB`,
  )
}

/** The most memory that the process ever had, in MiB. */
function peak(): number {
  // Linux counts what the parent had into the maximum that `resourceUsage` tells, but not into this one.
  const status = existsSync(STATUS) ? readFileSync(STATUS, 'utf8') : ''
  const kibibytes = /^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1] ?? process.resourceUsage().maxRSS
  return Math.round(Number(kibibytes) / 1024)
}
