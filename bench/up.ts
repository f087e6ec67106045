import process from 'node:process'
import { z } from 'zod'
import { defaultTiming } from '../sim/talos/timing.ts'
import { chainOf, type Shown } from './chain.ts'
import { clusterFile } from './cluster-file.ts'
import type { Calls } from './count-calls.ts'
import { embedCluster } from './embedded-cluster.ts'
import { type IdealRun, idealRun } from './ideal/ideal-run.ts'
import { runTalmox, type Size, serveCluster } from './served-cluster.ts'
import type { Row } from './table.ts'

const CONTROL_PLANES = 3

/** More machines than this are too many for real time on one computer, where simulated machines compute as well. */
const MOST_IN_REAL_TIME = 300
const FAST = 10
const TARGET = 1.05
const AT_ONCE_MS = 10

/** Measures `talmox up` of new clusters against the least that the simulated world takes for it. */
export async function up(
  print: (line: string) => void,
  sizes: readonly number[],
  isFast: boolean,
): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const machines of sizes) {
    const size = { controlPlanes: CONTROL_PLANES, workers: machines - CONTROL_PLANES }
    // The bound of a large cluster takes memory of its own, which must not be taken for that of the run.
    const measured = await (isFast || machines > MOST_IN_REAL_TIME ? measureEmbedded(size, FAST) : measureServed(size))
    const bound = await idealRun(clusterFile(size))
    const luckiest = await idealRun(clusterFile(size), { timing: { ...defaultTiming, etcdJoin: AT_ONCE_MS } })
    for (const line of report(machines, measured, bound)) print(line)
    print(
      `  the least of all is ${seconds(luckiest.milliseconds)}: a member of etcd tries to join every ${seconds(defaultTiming.etcdJoin)}, and is lucky when it comes right after it may`,
    )
    rows.push({
      what: `\`up --nodes ${machines}\`, ${measured.how}`,
      measured: `${(measured.tookMs / bound.milliseconds).toFixed(3)} of the bound; ${measured.effort}`,
      target: `≤ ${TARGET}`,
    })
  }
  return rows
}

/** A run, and what it took. */
interface Measured {
  readonly how: string
  readonly shown: readonly Shown[]
  /** Milliseconds of the world in all. */
  readonly tookMs: number
  readonly calls: Calls
  /** What there is to say about the computer's part in it. */
  readonly effort: string
}

/** In real time, by the command as it is built, in a process of its own. */
async function measureServed(size: Size): Promise<Measured> {
  const cluster = await serveCluster(size)
  try {
    const began = Date.now()
    const { output, wallMs, cpuMs } = await runTalmox(cluster, 'up', '--yes', '--json')
    return {
      how: 'in real time',
      shown: readRun(output, began),
      tookMs: wallMs,
      calls: cluster.calls(),
      effort: `${seconds(cpuMs)} of CPU`,
    }
  } finally {
    cluster.close()
  }
}

/** With everything in this process, on a clock that stands still while anything is computed. */
async function measureEmbedded(size: Size, speed: number): Promise<Measured> {
  const cluster = await embedCluster(size, speed)
  const { clock } = cluster.running
  try {
    const [began, computed] = [clock.now(), process.cpuUsage()]
    const output = await cluster.talmox('up', '--yes', '--json')
    const tookMs = clock.now() - began
    const { user, system } = process.cpuUsage(computed)
    const most = process.resourceUsage().maxRSS / 1024
    return {
      how: `${speed} times as fast, while nothing is computed`,
      shown: readRun(output, began),
      tookMs,
      calls: cluster.calls(),
      effort: `${seconds((user + system) / 1000)} of CPU and at most ${most.toFixed(0)} MB, the simulated world included`,
    }
  } finally {
    cluster.close()
  }
}

function report(machines: number, { how, shown, tookMs, calls, effort }: Measured, bound: IdealRun): readonly string[] {
  const { milliseconds: least } = bound
  const each = (count: number) => (count / machines).toFixed(1)
  return [
    `${machines} machines, ${how}: ${seconds(tookMs)} for what takes at least ${seconds(least)}: ${(tookMs / least).toFixed(3)}`,
    `  ${each(calls.proxmox)} calls to Proxmox and ${each(calls.talos)} to Talos for each machine; ${effort}`,
    ...explain(shown, bound, tookMs),
  ]
}

/** Says where the time beyond the bound went, along the way that ended last. */
function explain(shown: readonly Shown[], bound: IdealRun, tookMs: number): readonly string[] {
  const links = chainOf(shown, bound.spans)
  const end = Math.max(...shown.map(({ ended }) => ended))
  return [
    `  ${seconds(links[0]?.waited ?? 0)} before the first step: start of the program, look, plan`,
    ...links.map(({ id, waited, took, ideal }, at) => {
      const late = at === 0 || waited < 10 ? '' : `, begun ${seconds(waited)} late`
      return `  ${seconds(took - ideal)} more than the ${seconds(ideal)} of ${id}${late}`
    }),
    `  ${seconds(tookMs - end)} after the last step: another look, summary, end`,
  ]
}

const eventLine = z.object({
  type: z.string(),
  at: z.string(),
  id: z.string().default(''),
  actions: z.array(z.object({ id: z.string(), needs: z.array(z.string()) })).default([]),
})

/** Puts the lines of `--json` together to when each action began and ended, in milliseconds after a moment. */
function readRun(output: string, began: number): readonly Shown[] {
  const needs = new Map<string, readonly string[]>()
  const starts = new Map<string, number>()
  const shown: Shown[] = []
  for (const line of output.trim().split('\n')) {
    const event = eventLine.parse(JSON.parse(line))
    const at = Date.parse(event.at) - began
    for (const action of event.actions) needs.set(action.id, action.needs)
    if (event.type === 'started') starts.set(event.id, at)
    const start = starts.get(event.id)
    if (event.type !== 'ended' || start === undefined) continue
    shown.push({ id: event.id, needs: needs.get(event.id) ?? [], began: start, ended: at })
  }
  return shown
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`
