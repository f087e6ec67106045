import { clusterFile, hostsFor } from './cluster-file.ts'
import type { Calls } from './count-calls.ts'
import { embedCluster } from './embedded-cluster.ts'
import { idealRun } from './ideal/ideal-run.ts'
import type { Row } from './table.ts'

const CONTROL_PLANES = 3
const FAST = 10

/** Counts the calls of a cluster's life by what is asked, on a clock for which only waiting takes time, and that time. */
export async function calls(print: (line: string) => void, sizes: readonly number[]): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const machines of sizes) {
    const count = { controlPlanes: CONTROL_PLANES, workers: machines - CONTROL_PLANES }
    const size = { ...count, hosts: hostsFor(count) }
    const cluster = await embedCluster(size, FAST)
    const step = async (title: string, ...args: readonly string[]) => {
      const began = cluster.running.clock.now()
      await cluster.talmox(...args)
      return { title, calls: cluster.calls(), seconds: (cluster.running.clock.now() - began) / 1000 }
    }
    try {
      const create = await step('create', 'up', '--yes')
      const nothing = await step('no change', 'up', '--yes')
      cluster.write({ ...size, workers: size.workers + 1 })
      const more = await step('one worker more', 'up', '--yes')
      const gone = await step('destroy', 'destroy', '--yes')
      for (const line of table(`${size.controlPlanes}+${size.workers} machines`, [create, nothing, more, gone])) {
        print(line)
      }
      const least = (await idealRun(clusterFile(size))).milliseconds / 1000
      print(`create takes the world at least ${least.toFixed(1)} s: ${(create.seconds / least).toFixed(3)}`)
      rows.push({
        what: `\`calls\`, ${size.controlPlanes}+${size.workers} machines`,
        measured: [create, nothing, more, gone]
          .map(({ title, calls: { proxmox, talos } }) => `${title} ${proxmox + talos}`)
          .join(', '),
        target: '[the fewest](#the-fewest-calls)',
      })
    } finally {
      cluster.close()
    }
  }
  return rows
}

interface Step {
  readonly title: string
  readonly calls: Calls
  /** Of the world. */
  readonly seconds: number
}

function table(title: string, steps: readonly Step[]): readonly string[] {
  const kinds = [...new Set(steps.flatMap(({ calls }) => [...calls.kinds.keys()]))].sort()
  const rows: readonly (readonly [string, (calls: Calls) => number])[] = [
    ['to Proxmox', ({ proxmox }) => proxmox],
    ['to Talos', ({ talos }) => talos],
    ['in all', ({ proxmox, talos }) => proxmox + talos],
    ...kinds.map((kind) => [`  ${kind}`, (calls: Calls) => calls.kinds.get(kind) ?? 0] as const),
  ]
  const width = Math.max(...rows.map(([name]) => name.length), title.length)
  const cells = (texts: readonly string[]) => texts.map((text) => text.padStart(17)).join('')
  return [
    title.padEnd(width) + cells(steps.map((step) => step.title)),
    'seconds'.padEnd(width) + cells(steps.map(({ seconds }) => seconds.toFixed(1))),
    ...rows.map(([name, count]) => name.padEnd(width) + cells(steps.map(({ calls }) => String(count(calls) || '–')))),
  ]
}
