import process from 'node:process'
import type { RunningWorld } from '../sim/start.ts'
import { wait } from '../src/world/clock.ts'
import { hostsFor } from './cluster-file.ts'
import type { Calls } from './count-calls.ts'
import { embedCluster } from './embedded-cluster.ts'
import { median } from './median.ts'
import { runTalmox, type Size, serveCluster } from './served-cluster.ts'
import type { Row } from './table.ts'

const CONTROL_PLANES = 3
const ROUNDS = 5
const CALL_MS = 25
const SPEED = 10

/** One run in which nothing was to do. */
interface Round extends Calls {
  /** Milliseconds beyond those of reading the file. */
  readonly lookMs: number
  readonly cpuMs: number
  readonly slowestMs: number
}

/** Measures `talmox up` where nothing is to do: calls for each machine, and time against the slowest call of all. */
export async function noop(
  print: (line: string) => void,
  sizes: readonly number[],
  isFast: boolean,
): Promise<readonly Row[]> {
  const rows: Row[] = []
  const how = isFast ? 'on a clock that stands still while anything is computed' : 'in real time'
  for (const machines of sizes) {
    const size = { controlPlanes: CONTROL_PLANES, workers: machines - CONTROL_PLANES }
    const rounds = await (isFast ? roundsEmbedded(size) : roundsServed(size))
    const middle = (of: (round: Round) => number) => median(rounds.map(of))
    const [look, call] = [middle(({ lookMs }) => lookMs), middle(({ slowestMs }) => slowestMs)]
    const each = (of: (round: Round) => number) => (middle(of) / machines).toFixed(2)
    const calls = `${each(({ proxmox }) => proxmox)} calls to Proxmox and ${each(({ talos }) => talos)} to Talos for each machine`
    const times = `${(look / call).toFixed(1)} times the slowest call`
    const cpu = `${(middle(({ cpuMs }) => cpuMs) / 1000).toFixed(1)} s of CPU${isFast ? ', the simulated world included' : ''}`
    print(`${machines} machines that are as they should be, a call of Proxmox takes ${CALL_MS} ms, ${how}`)
    print(`  medians of ${ROUNDS} runs: ${calls}`)
    print(`  ${look.toFixed(0)} ms beyond reading the file: ${times} (${call.toFixed(0)} ms); ${cpu}`)
    rows.push({ what: `\`noop --nodes ${machines}\`, ${how}`, measured: `${times}; ${calls}; ${cpu}` })
  }
  return rows
}

/** By the command as it is built, in a process of its own. */
async function roundsServed(size: Size): Promise<readonly Round[]> {
  const cluster = await serveCluster(size, { callMs: CALL_MS })
  const slowest = watchSlowest(cluster.served.running)
  try {
    await runTalmox(cluster, 'up', '--yes')
    return await repeat(async () => {
      // What every command takes that never looks at the world.
      const start = await runTalmox(cluster, 'validate')
      cluster.calls()
      slowest()
      const { wallMs, cpuMs } = await runTalmox(cluster, 'up', '--yes')
      return { lookMs: wallMs - start.wallMs, cpuMs, slowestMs: slowest(), ...cluster.calls() }
    })
  } finally {
    cluster.close()
  }
}

/** With everything in this process: what is computed takes no time, so that only calls one after the other count. */
async function roundsEmbedded(size: Size): Promise<readonly Round[]> {
  const cluster = await embedCluster({ ...size, hosts: hostsFor(size) }, SPEED)
  const { clock, sim } = cluster.running
  try {
    await cluster.talmox('up', '--yes')
    sim.hooks.before.push(() => wait(clock, CALL_MS))
    const slowest = watchSlowest(cluster.running)
    return await repeat(async () => {
      cluster.calls()
      slowest()
      const [began, computed] = [clock.now(), process.cpuUsage()]
      await cluster.talmox('up', '--yes')
      const { user, system } = process.cpuUsage(computed)
      return {
        lookMs: clock.now() - began,
        cpuMs: (user + system) / 1000,
        slowestMs: slowest(),
        ...cluster.calls(),
      }
    })
  } finally {
    cluster.close()
  }
}

async function repeat(round: () => Promise<Round>): Promise<readonly Round[]> {
  const rounds: Round[] = []
  for (let done = 0; done < ROUNDS; done++) rounds.push(await round())
  return rounds
}

/** Tells the longest that Proxmox took for one answer since the last time that this was asked. */
function watchSlowest({ sim }: RunningWorld): () => number {
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
