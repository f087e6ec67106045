import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { create } from '@bufbuild/protobuf'
import { Code, ConnectError } from '@connectrpc/connect'
import { afterEach, describe, expect, test } from 'vitest'
import { parseAllDocuments, stringify } from 'yaml'
import { openCluster } from '../../../src/talos/api/cluster.ts'
import { decodeResource } from '../../../src/talos/cosi/decode.ts'
import type { Kind } from '../../../src/talos/cosi/kind.ts'
import * as kinds from '../../../src/talos/cosi/kinds.ts'
import { getResource, getSingle, listResources } from '../../../src/talos/cosi/read.ts'
import { fetchRunningImage } from '../../../src/talos/cosi/schematic.ts'
import { watchResources } from '../../../src/talos/cosi/watch.ts'
import { EventType, ResourceSchema, State, type WatchRequest } from '../../../src/talos/gen/cosi/state_pb.ts'
import { realClock } from '../../../src/world/clock.ts'
import { hasSharedData, sharedData } from '../../shared-data.ts'
import { credentials, dialing, startTalosServer } from '../api/talos-server.ts'

const access = await credentials()
const closing: (() => void | Promise<void>)[] = []

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const wire = (id: string, yamlSpec: string, version = '1') => ({ metadata: { id, version }, spec: { yamlSpec } })

async function node(handlers: Parameters<typeof implement>[0]) {
  const server = await startTalosServer({
    address: '10.0.0.1',
    authority: access.authority,
    mode: 'configured',
    routes: (router) => void router.service(State, implement(handlers)),
  })
  const dial = dialing([server])
  const cluster = openCluster({ ...access, endpoints: ['10.0.0.1'], clock: realClock, dial, mask: (text) => text })
  closing.push(server.stop, cluster.close)
  return cluster.node('10.0.0.1')
}

type Wire = ReturnType<typeof wire>
type Change = { eventType: EventType; resource?: Wire }

/** A machine that holds these resources, and tells these changes. */
function implement({ held = [], changes = [] }: { held?: Wire[]; changes?: Change[] }) {
  return {
    get({ id }: { id: string }) {
      const resource = held.find(({ metadata }) => metadata.id === id)
      if (resource === undefined) throw new ConnectError('resource does not exist', Code.NotFound)
      return { resource }
    },
    async *list() {
      for (const resource of held) yield { resource }
    },
    async *watch({ id, options, apiVersion }: WatchRequest) {
      if (apiVersion !== 1) throw new ConnectError('old client', Code.InvalidArgument)
      if (options === undefined) throw new ConnectError('nil pointer dereference', Code.Unknown)
      if (id !== undefined && options.bootstrapContents) throw new ConnectError('not with an id', Code.InvalidArgument)
      yield { event: [] }
      yield { event: changes }
    },
  }
}

describe('reading', () => {
  const status = 'stage: running\nstatus:\n    ready: true\n    unmetConditions: []\n'

  test('a resource that every machine has', async () => {
    const spec = await getSingle(await node({ held: [wire('machine', status)] }), kinds.machineStatus)
    expect(spec).toEqual({ stage: 'running', status: { ready: true, unmetConditions: [] } })
  })

  test('a resource that is not there is nothing, not an error', async () => {
    expect(await getResource(await node({}), kinds.nodeStatus, 'cp1')).toBeUndefined()
  })

  test('all resources of a kind', async () => {
    const held = [wire('apid', 'running: true\nhealthy: true\nunknown: false\n'), wire('etcd', 'running: false\n', '7')]
    expect(await listResources(await node({ held }), kinds.services)).toEqual([
      { id: 'apid', version: '1', spec: { running: true, healthy: true, unknown: false } },
      { id: 'etcd', version: '7', spec: { running: false, healthy: false, unknown: false } },
    ])
  })

  test('the schematic among the extensions', async () => {
    const extension = (name: string, version: string) => stringify({ image: 'x', metadata: { name, version } })
    const held = [wire('0', extension('qemu-guest-agent', '9.1')), wire('1', extension('schematic', 'ce4c98'))]
    expect(await fetchRunningImage(await node({ held }))).toEqual({
      schematic: 'ce4c98',
      extensions: ['qemu-guest-agent'],
    })
  })
})

describe('watching', () => {
  const service = (healthy: boolean) => wire('etcd', `running: true\nhealthy: ${healthy}\n`)

  test('first what there is, then that it is complete, then changes', async () => {
    const changes = [
      { eventType: EventType.CREATED, resource: service(false) },
      { eventType: EventType.BOOTSTRAPPED },
      { eventType: EventType.UPDATED, resource: service(true) },
      { eventType: EventType.NOOP },
      { eventType: EventType.DESTROYED, resource: service(true) },
    ]
    const seen: unknown[] = []
    for await (const change of watchResources(await node({ changes }), kinds.services)) seen.push(change)
    expect(seen).toMatchObject([
      { change: 'created', resource: { id: 'etcd', spec: { healthy: false } } },
      { change: 'complete' },
      { change: 'updated', resource: { spec: { healthy: true } } },
      { change: 'destroyed', id: 'etcd' },
    ])
  })

  test('one resource is asked for by its id alone', async () => {
    const changes = [{ eventType: EventType.CREATED, resource: service(true) }]
    const seen: unknown[] = []
    for await (const change of watchResources(await node({ changes }), kinds.services, { id: 'etcd' }))
      seen.push(change)
    expect(seen).toHaveLength(1)
  })
})

describe('what a machine sends is not believed blindly', () => {
  const decode = (yamlSpec: string) =>
    decodeResource(kinds.machineStatus, create(ResourceSchema, wire('machine', yamlSpec)))

  test.each([
    { what: 'broken YAML', text: 'stage: [', says: 'it is not YAML' },
    { what: 'another shape', text: 'stage: 5', says: 'stage' },
    { what: 'too much', text: ' '.repeat(9 * 1024 * 1024), says: 'larger than' },
    { what: 'a bomb of aliases', text: bomb(), says: 'it is not YAML' },
  ])('$what is refused with the name of the resource', ({ text, says }) => {
    expect(() => decode(text)).toThrow(/MachineStatuses\.runtime\.talos\.dev machine/)
    expect(() => decode(text)).toThrow(says)
  })
})

function bomb(): string {
  const levels = Array.from({ length: 9 }, (_, level) => {
    const inside = level === 0 ? '[x]' : `[${Array.from({ length: 9 }, () => `*a${level - 1}`).join(', ')}]`
    return `a${level}: &a${level} ${inside}`
  })
  return levels.join('\n')
}

/** Dumps of a genuine Talos 1.12.6, and the kind that must read them. */
const DUMPS: readonly { readonly file: string; readonly kind: Kind<unknown> }[] = [
  { file: 'machinestatus', kind: kinds.machineStatus },
  { file: 'machinetype', kind: kinds.machineType },
  { file: 'members', kind: kinds.members },
  { file: 'nodeaddresses', kind: kinds.nodeAddresses },
  { file: 'links', kind: kinds.links },
  { file: 'hostnamestatus', kind: kinds.hostname },
  { file: 'networkstatus', kind: kinds.networkStatus },
  { file: 'svc', kind: kinds.services },
  { file: 'etcdmembers', kind: kinds.etcdMember },
  { file: 'version', kind: kinds.version },
  { file: 'nodename', kind: kinds.nodename },
  { file: 'nodestatus', kind: kinds.nodeStatus },
  { file: 'staticpodstatus', kind: kinds.staticPods },
  { file: 'kubeletspec', kind: kinds.kubelet },
  { file: 'apiserverconfig', kind: kinds.apiServer },
  { file: 'controllermanagerconfig', kind: kinds.controllerManager },
  { file: 'schedulerconfig', kind: kinds.scheduler },
]

interface Dump {
  readonly metadata: {
    readonly type: string
    readonly namespace: string
    readonly id: string
    readonly version: number
  }
  readonly spec: unknown
}

const dumped = hasSharedData('talos/genuine-cluster/get')
const FOLDERS = [
  { folder: 'talos/genuine-cluster/get', prefix: '11-' },
  { folder: 'talos/genuine-cluster/get', prefix: '14-' },
  { folder: 'talos/genuine/running', prefix: '' },
  { folder: 'talos/genuine/maintenance', prefix: '' },
]

describe.skipIf(!dumped)('what a genuine machine sent', () => {
  const present = FOLDERS.flatMap(({ folder, prefix }) =>
    DUMPS.map(({ file, kind }) => ({ kind, name: `${folder}/${prefix}${file}.yaml` })),
  ).filter(({ name }) => existsSync(path.join(sharedData, name)))

  test('there is a dump of nearly every kind', () => {
    expect(new Set(present.map(({ kind }) => kind)).size).toBe(DUMPS.length)
  })

  test.each(present)('$name is read, and is of the place that the kind says', ({ name, kind }) => {
    const documents = parseAllDocuments(readFileSync(path.join(sharedData, name), 'utf8'))
    const dumps: Dump[] = documents.map((document) => document.toJS())
    expect(dumps.length).toBeGreaterThan(0)
    for (const { metadata, spec } of dumps) {
      expect([metadata.type, metadata.namespace]).toEqual([kind.type, kind.namespace])
      if ('id' in kind) expect(metadata.id).toBe(kind.id)
      const sent = create(ResourceSchema, {
        metadata: { id: metadata.id, version: String(metadata.version) },
        spec: { yamlSpec: stringify(spec) },
      })
      const { spec: read } = decodeResource(kind, sent)
      // What the kind reads is what was sent, key by key; keys that are left out of the dump have their defaults.
      if (typeof read === 'object' && read !== null) expect(spec).toMatchObject(sentPart(read, spec))
      else expect(read).toBe(spec)
    }
  })
})

function sentPart(read: object, sent: unknown): object {
  const known = typeof sent === 'object' && sent !== null ? Object.keys(sent) : []
  return Object.fromEntries(Object.entries(read).filter(([key]) => known.includes(key)))
}
