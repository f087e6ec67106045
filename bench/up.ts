import { chainOf, type Shown } from './chain.ts'
import { clusterFile } from './cluster-file.ts'
import { type IdealRun, idealRun } from './ideal/ideal-run.ts'
import { runTalmox, serveCluster } from './served-cluster.ts'

const CONTROL_PLANES = 3

/** Measures `talmox up` of new clusters in real time against the least that the simulated world takes for it. */
export async function up(print: (line: string) => void, sizes: readonly number[] = [7, 100]): Promise<void> {
  for (const size of sizes) await measure(size, print)
}

async function measure(size: number, print: (line: string) => void): Promise<void> {
  const shape = { controlPlanes: CONTROL_PLANES, workers: size - CONTROL_PLANES }
  const bound = await idealRun(clusterFile(shape))
  const cluster = await serveCluster(shape)
  try {
    const began = Date.now()
    const { output, wallMs, cpuMs } = await runTalmox(cluster, 'up', '--yes', '--json')
    const { proxmox, talos } = cluster.calls()
    print(
      `${size} machines: ${seconds(wallMs)} for what takes at least ${seconds(bound.milliseconds)}: ${(wallMs / bound.milliseconds).toFixed(3)}`,
    )
    print(
      `  ${(proxmox / size).toFixed(1)} calls to Proxmox and ${(talos / size).toFixed(1)} to Talos for each machine, ${seconds(cpuMs)} of CPU`,
    )
    explain(readRun(output, began), bound, wallMs, print)
  } finally {
    cluster.close()
  }
}

/** Says where the time beyond the bound went, along the way that ended last. */
export function explain(shown: readonly Shown[], bound: IdealRun, wallMs: number, print: (line: string) => void): void {
  const links = chainOf(shown, bound.spans)
  const last = links.at(-1)
  const end = Math.max(...shown.map(({ ended }) => ended))
  print(`  ${seconds(links[0]?.waited ?? 0)} before the first step: start of the program, look, plan`)
  for (const { id, waited, took, ideal } of links) {
    const pause = id === links[0]?.id || waited < 10 ? '' : `, begun ${seconds(waited)} late`
    print(`  ${seconds(took - ideal)} more than the ${seconds(ideal)} of ${id}${pause}`)
  }
  if (last !== undefined) print(`  ${seconds(wallMs - end)} after the last step: another look, summary, end`)
}

/** Puts the lines of `--json` together to when each action began and ended, in milliseconds after a moment. */
export function readRun(output: string, began: number): readonly Shown[] {
  const needs = new Map<string, readonly string[]>()
  const starts = new Map<string, number>()
  const shown: Shown[] = []
  for (const line of output.trim().split('\n')) {
    const event = JSON.parse(line)
    const at = Date.parse(event.at) - began
    if (event.type === 'plan') for (const action of event.actions) needs.set(action.id, action.needs)
    if (event.type === 'started') starts.set(event.id, at)
    const start = starts.get(event.id)
    if (event.type !== 'ended' || start === undefined) continue
    shown.push({ id: event.id, needs: needs.get(event.id) ?? [], began: start, ended: at })
  }
  return shown
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`
