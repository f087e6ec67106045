import process from 'node:process'
import { bootstrapEtcd } from '../sim/talos/etcd/bootstrap.ts'
import { settle } from '../sim/talos/settle.ts'
import { openCluster } from '../src/talos/api/cluster.ts'
import { fetchVersion } from '../src/talos/api/version.ts'
import { generate } from '../src/talos/config/generate.ts'
import { printDocuments } from '../src/talos/document/print.ts'
import { mintTalosContext } from '../src/talos/talosconfig.ts'
import { realClock, wait } from '../src/world/clock.ts'
import { openLab, quickBundle } from '../test/sim/talos/lab.ts'

const MACHINES = 1000
const CONTROL_PLANES = 3
const CALLS = 500
const MIB = 1024 ** 2

/** A thousand simulated machines in one process: what they take when all of them run, and how fast they answer. */
export async function talosSim(print: (line: string) => void): Promise<void> {
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
  const before = process.memoryUsage().rss
  for (let index = 0; index < MACHINES; index += 1) {
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
  await until(() => [...lab.talos.nodes.values()].every(({ state }) => state.stage === 'running'))
  const used = process.memoryUsage().rss - before
  print(`${MACHINES} machines run: ${Math.round(used / MIB)} MiB, ${Math.round(used / MACHINES / 1024)} KiB each`)

  const context = await mintTalosContext(bundle, { name: 'bench', endpoints: [addressOf(0)], now })
  const cluster = openCluster({ dial: lab.network.dial, mask: (line) => line, ...context })
  const direct = await rate(() => fetchVersion(cluster.node(addressOf(0))))
  let next = 0
  const passedOn = await rate(() => {
    next = (next + 1) % (MACHINES - CONTROL_PLANES)
    return fetchVersion(cluster.node(addressOf(CONTROL_PLANES + next)))
  })
  print(`calls to one machine: ${Math.round(direct)} per second`)
  print(`calls passed on to all others: ${(passedOn / direct).toFixed(2)} of that`)
  cluster.close()
  lab.close()
}

const addressOf = (index: number): string => `10.9.${Math.floor(index / 250)}.${(index % 250) + 1}`

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await wait(realClock, 100)
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
