import { once } from 'node:events'
import { Agent, createServer, request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { performance } from 'node:perf_hooks'
import process from 'node:process'
import { worldFetcher } from '../sim/proxmox/fetcher.ts'
import { certificateOf } from '../sim/proxmox/http/certificate.ts'
import { serveHost } from '../sim/proxmox/http/server.ts'
import { createSimulator } from '../sim/proxmox/simulator.ts'
import { trackChanges } from '../sim/store/changes.ts'
import { buildWorld } from '../sim/world/build.ts'
import { acceleratedClock } from '../sim/world/clock.ts'
import type { World } from '../sim/world/world.ts'

const HOSTS = 100
const MACHINES = 1000
const AT_ONCE = 8
const REQUESTS = 200
const ROUNDS = 5
const SECRET = '00000000-0000-4000-8000-000000000001'
const HEADERS = { Authorization: `PVEAPIToken=root@pam!main=${SECRET}` }

/** What a client that follows a cluster asks most. */
const PATHS = [
  '/version',
  '/nodes/pve1/qemu/100/config',
  '/nodes/pve1/qemu/100/status/current',
  '/nodes/pve1/storage/local/status',
  '/cluster/resources?type=vm',
  '/cluster/resources',
]

/** Measures the simulated Proxmox: requests against the same answers of a bare server, memory, and what a change costs. */
export async function sim(print: (line: string) => void): Promise<void> {
  const before = process.memoryUsage().rss
  const world = largeWorld()
  const simulator = createSimulator(world, acceleratedClock(1), worldFetcher(world))
  const [host] = world.hosts
  if (host === undefined) throw new Error('bug: a world without hosts')
  const served = await serveHost(simulator, host, { address: '127.0.0.1', port: 0 })
  const answers = new Map<string, Answer>()
  for (const path of PATHS) answers.set(path, await ask(served.port, path))
  const bare = await serveBare(answers, await certificateOf(host))
  print(
    `${HOSTS} hosts, ${MACHINES} machines; ${REQUESTS} requests by ${AT_ONCE} clients, the best of ${ROUNDS} rounds`,
  )
  print('path                                     bytes   simulated        bare   ratio')
  for (const [path, { body }] of answers) {
    let [ours, theirs] = [0, 0]
    for (let round = 0; round < ROUNDS; round++) {
      ours = Math.max(ours, await rate(served.port, path))
      theirs = Math.max(theirs, await rate(bare.port, path))
    }
    print(
      `${path.padEnd(38)} ${String(body.length).padStart(7)}  ${perSecond(ours)}  ${perSecond(theirs)}  ${(ours / theirs).toFixed(2).padStart(6)}`,
    )
  }
  measureChanges(world, print)
  const used = (process.memoryUsage().rss - before) / 2 ** 20
  print(`memory of the process, clients included: ${used.toFixed(0)} MiB more than at its start`)
  bare.close()
  await served.close()
}

function largeWorld(): World {
  const nodes = Array.from({ length: HOSTS }, (_, at) => ({ name: `pve${at + 1}`, ip: `192.0.2.${at + 1}` }))
  const world = buildWorld(
    {
      cluster: 'bench',
      nodes,
      storages: [{ storage: 'local', type: 'dir', path: '/var/lib/vz', content: ['iso', 'images'] }],
      tokens: [{ 'full-tokenid': 'root@pam!main', secret: SECRET, privsep: 0 }],
    },
    Date.now(),
  )
  world.vms = Array.from({ length: MACHINES }, (_, at) => {
    const vmid = 100 + at
    const config = {
      name: `machine-${vmid}`,
      cores: '4',
      memory: '8192',
      net0: `virtio=BC:24:11:00:${(at >> 8).toString(16).padStart(2, '0')}:${(at & 255).toString(16).padStart(2, '0')},bridge=vmbr0`,
      scsi0: `local:${vmid}/vm-${vmid}-disk-0.raw,size=40G`,
      smbios1: `uuid=00000000-0000-4000-8000-${String(vmid).padStart(12, '0')}`,
    }
    const node = `pve${(at % HOSTS) + 1}`
    return { vmid, kind: 'qemu' as const, node, config, pending: {}, pendingDelete: {}, snapshots: [] }
  })
  world.volumes = world.vms.map(({ vmid, node }) => ({
    storage: 'local',
    node,
    name: `${vmid}/vm-${vmid}-disk-0.raw`,
    content: 'images' as const,
    format: 'raw',
    sizeBytes: 40 * 2 ** 30,
    usedBytes: 2 ** 30,
    ctime: 0,
    vmid,
  }))
  return world
}

interface Answer {
  readonly headers: NodeJS.Dict<string | string[]>
  readonly body: Buffer
}

function ask(port: number, path: string, agent?: Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { port, path: `/api2/json${path}`, headers: HEADERS, rejectUnauthorized: false }
    const asking = request({ ...options, host: '127.0.0.1', ...(agent === undefined ? {} : { agent }) }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve({ headers: answer.headers, body: Buffer.concat(chunks) })
        else reject(new Error(`${path}: ${answer.statusCode} ${answer.statusMessage}`))
      })
    })
    asking.on('error', reject).end()
  })
}

/** A server that knows the answers already, and closes connections as often as the simulated one does. */
async function serveBare(answers: ReadonlyMap<string, Answer>, { crt, key }: { crt: string; key: string }) {
  const server = createServer({ cert: crt, key }, (incoming, response) => {
    const known = answers.get((incoming.url ?? '').replace('/api2/json', ''))
    const { connection } = known?.headers ?? {}
    response.writeHead(known === undefined ? 404 : 200, {
      'Content-Type': 'application/json;charset=UTF-8',
      'Content-Length': known?.body.length ?? 0,
      Connection: connection ?? 'Keep-Alive',
    })
    response.end(known?.body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { port, close: () => server.close() }
}

async function rate(port: number, path: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const start = performance.now()
  let left = REQUESTS
  const client = async () => {
    while (left-- > 0) await ask(port, path, agent)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, client))
  const seconds = (performance.now() - start) / 1000
  agent.destroy()
  return REQUESTS / seconds
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
