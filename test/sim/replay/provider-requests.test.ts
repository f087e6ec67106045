import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createRouter } from '../../../sim/proxmox/routes.ts'
import { type Json, readScenarios } from '../../../sim/replay/scenario.ts'
import type { WorldSeed } from '../../../sim/world/seed.ts'
import type { Verb } from '../../../src/proxmox/tables/types.ts'
import { hasSharedData, sharedData } from '../../shared-data.ts'
import { startWorld } from '../harness.ts'
import { readRequests, replayRequests } from './provider-requests.ts'
import { deviations, emptyShape, learn, type Shape } from './shape.ts'

const SECRET = '00000000-0000-4000-8000-000000000002'

/** The datacenter that the provider was recorded against. */
const world: WorldSeed = {
  nodes: ['pve1'],
  storages: [
    { storage: 'local', type: 'dir', path: '/var/lib/vz', content: ['iso', 'vztmpl', 'import'] },
    { storage: 'local-lvm', type: 'lvmthin', vgname: 'pve', thinpool: 'data', content: ['images', 'rootdir'] },
  ],
  tokens: [{ 'full-tokenid': 'root@pam!t', secret: SECRET, privsep: 0 }],
  pools: [{ poolid: 'talos' }],
  guest_agent: {},
  urls: {
    'http://127.0.0.1:18080/image/s/v1.13.0/nocloud-amd64.qcow2': { size: 90_000_000, image_bytes: 1_300_000_000 },
  },
}

const interfaces = [
  {
    name: 'eth0',
    'hardware-address': 'bc:24:11:00:00:01',
    'ip-addresses': [{ 'ip-address': '10.5.0.10', 'ip-address-type': 'ipv4', prefix: 24 }],
    statistics: Object.fromEntries(
      ['rx', 'tx'].flatMap((way) => ['bytes', 'packets', 'errs', 'dropped'].map((what) => [`${way}-${what}`, 0])),
    ),
  },
]

/** What stays unlike the recorded genuine answers, and why that is right. */
const REASONS: Readonly<Record<string, string>> = {
  'GET /nodes/{node}/qemu/{vmid}/config .data.balloon is not in any genuine answer':
    'no recorded machine sets it; the schema says integer',
  'GET /nodes/{node}/qemu/{vmid}/config .data.sockets is not in any genuine answer':
    'no recorded machine sets it; the schema says integer',
  'GET /nodes/{node}/query-url-metadata was never recorded': 'the recorded Proxmox had no network',
  'POST /nodes/{node}/storage/{storage}/download-url was never recorded': 'the recorded Proxmox had no network',
}

const requests = hasSharedData('bpg/requests.jsonl') ? readRequests(path.join(sharedData, 'bpg/requests.jsonl')) : []
const scenarios = hasSharedData('pve/suite') ? readScenarios(path.join(sharedData, 'pve/suite')) : []
const route = createRouter('9')
const VERBS: readonly Verb[] = ['GET', 'POST', 'PUT', 'DELETE']

/** The method that a request is for, as `VERB /path/{template}`. */
function methodOf(verb: string, target: string): string {
  const known = VERBS.find((each) => each === verb)
  return `${verb} ${known && route(known, target)?.method.path}`
}

function genuineShapes(): ReadonlyMap<string, Shape> {
  const shapes = new Map<string, Shape>()
  for (const { method, path: target, status, body, artefact, prefix } of scenarios.flatMap(({ steps }) => steps)) {
    if (status !== 200 || artefact || body === undefined || prefix !== undefined) continue
    const key = methodOf(method, target)
    const shape = shapes.get(key) ?? emptyShape()
    shapes.set(key, shape)
    learn(shape, body)
  }
  return shapes
}

const running = await startWorld(world)
afterAll(() => running.stop())
running.sim.world.guests.agent = { 'guest-network-get-interfaces': interfaces }
const { replayed, tasks } = await replayRequests(running, `root@pam!t=${SECRET}`, requests)

test.skipIf(requests.length === 0)(
  'what a Terraform provider asks is answered with the status it was content with',
  () => {
    const other = replayed.filter(({ request, answer }) => answer.status !== request.status)
    const shown = other.map(
      ({ request, answer }) => `${request.seq} ${request.method} ${request.path}: ${answer.reason}`,
    )
    expect(shown).toEqual([])
    expect(replayed.length).toBe(requests.length)
  },
)

test.skipIf(requests.length === 0)('the tasks that it follows are of the same type and thing, and all end well', () => {
  const about = (upid: string) => upid.split(':').slice(5, 7)
  for (const [recorded, ours] of tasks) expect(about(ours)).toEqual(about(recorded))
  const status = new Map(running.sim.world.tasks.map((task) => [task.upid, task.status]))
  expect([...tasks.values()].map((upid) => status.get(upid))).toEqual([...tasks].map(() => 'OK'))
})

test.skipIf(requests.length === 0 || scenarios.length === 0)(
  'every answer has keys and types of genuine ones, but for what has a reason',
  () => {
    const shapes = genuineShapes()
    const found = replayed
      .filter(({ answer }) => answer.status === 200)
      .flatMap(({ request, answer }) => {
        const method = methodOf(request.method, decodeURIComponent(request.path.replace(/^\/api2\/json/, '')))
        const shape = shapes.get(method)
        if (shape === undefined) return [`${method} was never recorded`]
        const body: Json = JSON.parse(answer.text)
        return deviations(shape, body).map((deviation) => `${method} ${deviation}`)
      })
    expect([...new Set(found)].sort()).toEqual(Object.keys(REASONS).sort())
  },
)
