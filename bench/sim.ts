import { performance } from 'node:perf_hooks'
import process from 'node:process'
import { worldFetcher } from '../sim/proxmox/fetcher.ts'
import { certificateOf } from '../sim/proxmox/http/certificate.ts'
import { serveHost } from '../sim/proxmox/http/server.ts'
import { createSimulator } from '../sim/proxmox/simulator.ts'
import { trackChanges } from '../sim/store/changes.ts'
import { acceleratedClock } from '../sim/world/clock.ts'
import type { World } from '../sim/world/world.ts'
import { type Answer, ask, type Rate, rateOf, serveBare } from './https-load.ts'
import { HOSTS, largeWorld, MACHINES, SECRET } from './large-world.ts'
import { median } from './median.ts'

const ROUNDS = 15
const TARGET = 0.5
const HEADERS = { Authorization: `PVEAPIToken=root@pam!main=${SECRET}` }

/** What a client that follows a cluster asks most, and how often in each round. */
const PATHS: readonly (readonly [path: string, requests: number])[] = [
  ['/version', 200],
  ['/nodes/pve1/qemu/600/config', 200],
  ['/nodes/pve1/qemu/600/status/current', 40],
  ['/nodes/pve1/storage/local/status', 40],
  ['/cluster/resources?type=vm', 40],
  ['/cluster/resources', 40],
]

/** Measures the simulated Proxmox: requests against the same answers of a bare server, memory, and what a change costs. */
export async function sim(print: (line: string) => void): Promise<void> {
  const before = process.memoryUsage().rss
  const world = largeWorld()
  print(`${HOSTS} hosts, ${MACHINES} machines; medians of ${ROUNDS} rounds in which both servers take turns`)
  await measureRequests('built', world, print)
  measureChanges(world, print)
  const used = (process.memoryUsage().rss - before) / 2 ** 20
  print(`memory of the process, clients included: ${used.toFixed(0)} MiB more than at its start`)
  // The engine treats objects by how they came to be; the rate must not hang on that.
  const loaded: World = JSON.parse(JSON.stringify(world))
  await measureRequests('read from a file', loaded, print)
}

async function measureRequests(origin: string, world: World, print: (line: string) => void): Promise<void> {
  const simulator = createSimulator(world, acceleratedClock(1), worldFetcher(world))
  const [host] = world.hosts
  if (host === undefined) throw new Error('bug: a world without hosts')
  const served = await serveHost(simulator, host, { address: '127.0.0.1', port: 0 })
  const answers = new Map<string, Answer>()
  for (const [path] of PATHS) answers.set(wirePath(path), await ask(served.port, wirePath(path), HEADERS))
  const bare = await serveBare(answers, await certificateOf(host))
  print(`${`world ${origin}`.padEnd(38)}   bytes   simulated        bare   ratio   target   by processor time`)
  for (const [path, requests] of PATHS) {
    const { ours, theirs, ratio, cpuRatio } = await compare(served.port, bare.port, wirePath(path), requests)
    const bytes = String(answers.get(wirePath(path))?.body.length).padStart(7)
    const rates = `${bytes}  ${perSecond(ours)}  ${perSecond(theirs)}  ${ratio.toFixed(2).padStart(6)}    ≥ ${TARGET}`
    print(`${path.padEnd(38)} ${rates}   ${cpuRatio.toFixed(2).padStart(6)}`)
  }
  bare.close()
  await served.close()
}

const wirePath = (path: string): string => `/api2/json${path}`

/** Both servers answer in turns; a ratio is the median of what each round gave. */
async function compare(simulated: number, bare: number, path: string, requests: number) {
  const rounds: { readonly our: Rate; readonly their: Rate }[] = []
  // The first rounds measure the compiler, not the program.
  for (let round = -3; round < ROUNDS; round += 1) {
    const our = await rateOf(simulated, path, HEADERS, requests)
    const their = await rateOf(bare, path, HEADERS, requests)
    if (round >= 0) rounds.push({ our, their })
  }
  return {
    ours: median(rounds.map(({ our }) => our.perSecond)),
    theirs: median(rounds.map(({ their }) => their.perSecond)),
    ratio: median(rounds.map(({ our, their }) => our.perSecond / their.perSecond)),
    cpuRatio: median(rounds.map(({ our, their }) => their.cpu / our.cpu)),
  }
}

/** What it costs to find out what one request has changed. */
function measureChanges(world: World, print: (line: string) => void): void {
  const tracker = trackChanges()
  tracker.look(world)
  let best = Infinity
  for (let round = 0; round < 20; round++) {
    const vm = world.vms[round]
    if (vm !== undefined) vm.config.memory = String(4096 + round)
    const start = performance.now()
    tracker.look(world)
    best = Math.min(best, performance.now() - start)
  }
  print(`finding one change among ${MACHINES} machines to keep it: ${best.toFixed(1)} ms`)
}

const perSecond = (value: number): string => `${value.toFixed(0).padStart(8)}/s`
