import { factoryFetcher } from '../../sim/factory/fetcher.ts'
import type { GuestFactory } from '../../sim/guest/guest.ts'
import { worldFetcher } from '../../sim/proxmox/fetcher.ts'
import { serveHost } from '../../sim/proxmox/http/server.ts'
import { createSimulator, type Simulator } from '../../sim/proxmox/simulator.ts'
import { type Client, createClient, type WireAnswer } from '../../sim/replay/http-client.ts'
import { buildWorld } from '../../sim/world/build.ts'
import { acceleratedClock, type Clock } from '../../sim/world/clock.ts'
import type { WorldSeed } from '../../sim/world/seed.ts'

const SECRET = '00000000-0000-4000-8000-000000000001'

/** A small datacenter with root, a user of every right and one of none. */
export const smallWorld: WorldSeed = {
  nodes: ['pve1'],
  storages: [
    { storage: 'local', type: 'dir', path: '/var/lib/vz', content: ['iso', 'import', 'images', 'backup'] },
    { storage: 'thin', type: 'lvmthin', vgname: 'pve', thinpool: 'data', content: ['images'] },
  ],
  users: [
    { userid: 'root@pam', password: 'secret-root' },
    { userid: 'ops@pve', password: 'secret-ops' },
    { userid: 'nobody@pve', password: 'secret-nobody' },
  ],
  tokens: [
    { 'full-tokenid': 'root@pam!main', secret: SECRET, privsep: 0 },
    { 'full-tokenid': 'ops@pve!ci', secret: SECRET, privsep: 0 },
    { 'full-tokenid': 'nobody@pve!none', secret: SECRET, privsep: 0 },
  ],
  acl: [{ path: '/', ugid: 'ops@pve', roleid: 'Administrator' }],
}

/** What a test may say of a request; the token of `ops@pve` asks unless told. */
export interface Ask {
  readonly as?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly form?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

/** A running simulator and a way to ask it. */
export interface Running {
  readonly sim: Simulator
  readonly port: number
  readonly client: Client
  readonly ask: (method: string, path: string, ask?: Ask) => Promise<WireAnswer>
  /** The data of an answer, which must be a success. */
  readonly data: (method: string, path: string, ask?: Ask) => Promise<unknown>
  readonly stop: () => Promise<void>
}

/** Starts the first host of a world on a free port of this machine; its time is fast, or that of a clock. */
export async function startWorld(
  seed: WorldSeed = smallWorld,
  speed: number | Clock = 1000,
  guests?: GuestFactory,
): Promise<Running> {
  const clock = typeof speed === 'number' ? acceleratedClock(speed) : speed
  const world = buildWorld(seed, clock.now())
  const sim = createSimulator(world, clock, factoryFetcher(world, worldFetcher(world)), guests)
  const [host] = world.hosts
  if (host === undefined) throw new Error('the world has no host')
  const server = await serveHost(sim, host, { address: '127.0.0.1', port: 0 })
  const client = createClient(new URL(`https://127.0.0.1:${server.port}`))
  const ask: Running['ask'] = (method, path, { as = 'ops@pve!ci', headers = {}, form, body } = {}) => {
    const content = form === undefined ? body : new URLSearchParams(form).toString()
    const credentials: Record<string, string> = as === '' ? {} : { Authorization: `PVEAPIToken=${as}=${SECRET}` }
    const length: Record<string, string> =
      method === 'GET' || method === 'DELETE' ? {} : { 'Content-Length': String(Buffer.byteLength(content ?? '')) }
    const type: Record<string, string> =
      form === undefined ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' }
    const all = { ...credentials, ...length, ...type, ...headers }
    return client.send({ method, path: `/api2/json${path}`, headers: all, body: content })
  }
  return {
    sim,
    port: server.port,
    client,
    ask,
    async data(method, path, options) {
      const answer = await ask(method, path, options)
      if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.reason} ${answer.text}`)
      return JSON.parse(answer.text).data
    },
    async stop() {
      client.close()
      await server.close()
    },
  }
}

/** Runs a test against a world and stops it afterwards. */
export async function withWorld(
  run: (running: Running) => Promise<void>,
  seed?: WorldSeed,
  speed?: number | Clock,
  guests?: GuestFactory,
) {
  const running = await startWorld(seed, speed, guests)
  try {
    await run(running)
  } finally {
    await running.stop()
  }
}
