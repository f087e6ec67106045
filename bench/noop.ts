import type { Calls } from './count-calls.ts'
import { median } from './median.ts'
import { runTalmox, type ServedCluster, serveCluster } from './served-cluster.ts'

const CONTROL_PLANES = 3
const ROUNDS = 5
const CALL_MS = 25

/** One run in which nothing was to do. */
interface Round extends Calls {
  readonly wallMs: number
  readonly cpuMs: number
  /** What the same program took to read the file only. */
  readonly startMs: number
  readonly slowestMs: number
}

/** Measures `talmox up` where nothing is to do: calls for each machine, and time against the slowest call of all. */
export async function noop(print: (line: string) => void, sizes: readonly number[]): Promise<void> {
  for (const size of sizes) {
    const cluster = await serveCluster(
      { controlPlanes: CONTROL_PLANES, workers: size - CONTROL_PLANES },
      { callMs: CALL_MS },
    )
    const slowest = watchSlowest(cluster.served.running)
    try {
      await runTalmox(cluster, 'up', '--yes')
      cluster.calls()
      const rounds: Round[] = []
      for (let round = 0; round < ROUNDS; round++) {
        slowest()
        // What every command takes that never looks at the world.
        const start = await runTalmox(cluster, 'validate')
        const { wallMs, cpuMs } = await runTalmox(cluster, 'up', '--yes')
        rounds.push({ wallMs, cpuMs, startMs: start.wallMs, slowestMs: slowest(), ...cluster.calls() })
      }
      const middle = (of: (round: Round) => number) => median(rounds.map(of))
      const wall = middle(({ wallMs }) => wallMs)
      const look = middle(({ wallMs, startMs }) => wallMs - startMs)
      const call = middle(({ slowestMs }) => slowestMs)
      print(
        `${size} machines that are as they should be, a call of Proxmox takes ${CALL_MS} ms; medians of ${ROUNDS} runs`,
      )
      print(
        `  calls for each machine: ${(middle(({ proxmox }) => proxmox) / size).toFixed(2)} to Proxmox, ${(middle(({ talos }) => talos) / size).toFixed(2)} to Talos`,
      )
      print(
        `  ${wall.toFixed(0)} ms, of which ${look.toFixed(0)} ms beyond reading the file: ${(look / call).toFixed(1)} times the slowest call (${call.toFixed(0)} ms); ${middle(({ cpuMs }) => cpuMs).toFixed(0)} ms of CPU`,
      )
    } finally {
      cluster.close()
    }
  }
}

/** Tells the longest that Proxmox took for one answer since the last time that this was asked. */
function watchSlowest({ sim }: ServedCluster['served']['running']): () => number {
  let slowest = 0
  sim.hooks.afterAnswer.push(({ took }) => {
    slowest = Math.max(slowest, took)
  })
  return () => {
    const since = slowest
    slowest = 0
    return since
  }
}
