import process from 'node:process'
import { bootstrapEtcd } from '../sim/talos/etcd/bootstrap.ts'
import { unmetConditions } from '../sim/talos/events/machine-status.ts'
import type { Node } from '../sim/talos/node.ts'
import { settle } from '../sim/talos/settle.ts'
import { openCluster } from '../src/talos/api/cluster.ts'
import { fetchVersion } from '../src/talos/api/version.ts'
import { generate } from '../src/talos/config/generate.ts'
import { printDocuments } from '../src/talos/document/print.ts'
import { mintTalosContext } from '../src/talos/talosconfig.ts'
import { realClock, wait } from '../src/world/clock.ts'
import { openLab, quickBundle } from '../test/sim/talos/lab.ts'
import { exponent } from './exponent.ts'
import type { Row } from './table.ts'

const SIZES = [10, 100, 1000]
const CONTROL_PLANES = 3
const CALLS = 200
const MIB = 1024 ** 2
const TARGET_GIB = 2

/** Simulated machines in one process: what they take from power-on until all of them are ready, and how fast they answer. */
export async function talosSim(print: (line: string) => void): Promise<readonly Row[]> {
  const before = process.memoryUsage().rss
  print('machines  processor time  each     memory more than at the start  each')
  const rows: (readonly [number, number])[] = []
  let most = 0
  for (const size of SIZES) {
    const { seconds, rss } = await measure(size, size === SIZES.at(-1) ? print : undefined)
    const more = rss - before
    most = Math.max(most, more)
    rows.push([size, seconds])
    print(
      `${String(size).padStart(8)}  ${`${seconds.toFixed(1)} s`.padStart(14)}  ${`${((seconds / size) * 1000).toFixed(0)} ms`.padStart(6)}  ${`${(more / MIB).toFixed(0)} MiB`.padStart(29)}  ${(more / size / 1024).toFixed(0)} KiB`,
    )
  }
  const growth = `^${exponent(rows).toFixed(2)}`
  print(`time grows as machines${growth}; memory target < ${TARGET_GIB} GiB for the largest`)
  return [
    {
      what: `\`talos-sim\`, ${SIZES.at(-1)} machines`,
      measured: `${(most / MIB).toFixed(0)} MiB; time grows as ${growth}`,
      target: `< ${TARGET_GIB} GiB`,
    },
  ]
}

/** Boots a cluster whose machines have their configs, until Kubernetes says that every node is ready. */
async function measure(size: number, print: ((line: string) => void) | undefined) {
  const now = new Date()
  const bundle = await quickBundle(now)
  const text = (role: 'controlplane' | 'worker') =>
    printDocuments(
      generate({
        contract: '1.13',
        role,
        clusterName: 'bench',
        endpoint: `https://${addressOf(0)}:6443`,
        kubernetesVersion: '1.35.4',
        secrets: bundle,
      }),
    )
  const texts = { controlplane: text('controlplane'), worker: text('worker') }
  const lab = openLab({ speed: 10 })
  const began = process.cpuUsage()
  for (let index = 0; index < size; index += 1) {
    lab.install(1000 + index, texts[index < CONTROL_PLANES ? 'controlplane' : 'worker'])
    lab.start(1000 + index, addressOf(index), `node-${index}`)
  }
  await until(() => {
    const first = lab.talos.nodes.get(1000)
    if (first === undefined || bootstrapEtcd(first, { recover: false, skipHashCheck: false }) !== undefined)
      return false
    settle(first)
    return true
  })
  await until(() => [...lab.talos.nodes.values()].every(isReady))
  const { user, system } = process.cpuUsage(began)
  const { rss } = process.memoryUsage()
  if (print !== undefined) {
    const context = await mintTalosContext(bundle, { name: 'bench', endpoints: [addressOf(0)], now })
    const cluster = openCluster({ dial: lab.network.dial, mask: (line) => line, ...context })
    const direct = await rate(() => fetchVersion(cluster.node(addressOf(0))))
    let next = 0
    const passedOn = await rate(() => {
      next = (next + 1) % (size - CONTROL_PLANES)
      return fetchVersion(cluster.node(addressOf(CONTROL_PLANES + next)))
    })
    print(
      `calls to one of ${size} machines: ${Math.round(direct)} per second; passed on: ${(passedOn / direct).toFixed(2)} of that`,
    )
    cluster.close()
  }
  lab.close()
  return { seconds: (user + system) / 1e6, rss }
}

const isReady = (node: Node): boolean => node.state.stage === 'running' && unmetConditions(node).length === 0

const addressOf = (index: number): string => `10.9.${Math.floor(index / 250)}.${(index % 250) + 1}`

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await wait(realClock, 500)
}

/** Calls per second, eight at a time. */
async function rate(call: () => Promise<unknown>): Promise<number> {
  await call()
  const start = performance.now()
  const worker = async () => {
    for (let done = 0; done < CALLS / 8; done += 1) await call()
  }
  await Promise.all(Array.from({ length: 8 }, worker))
  return CALLS / ((performance.now() - start) / 1000)
}
