import { once } from 'node:events'
import { createServer } from 'node:net'
import { create, toBinary } from '@bufbuild/protobuf'
import { Code, ConnectError, type ConnectRouter } from '@connectrpc/connect'
import { afterEach, expect, test } from 'vitest'
import { applyConfig } from '../../../src/talos/api/apply.ts'
import { openMaintenance } from '../../../src/talos/api/maintenance.ts'
import { type ProbeAccess, probe } from '../../../src/talos/api/probe.ts'
import { fetchVersion } from '../../../src/talos/api/version.ts'
import { createAuthority } from '../../../src/talos/certificates/authorities.ts'
import { fetchMachineConfig } from '../../../src/talos/cosi/machine-config.ts'
import { State } from '../../../src/talos/gen/cosi/state_pb.ts'
import { MachineService } from '../../../src/talos/gen/machine/machine_pb.ts'
import { MachineConfigSpecSchema } from '../../../src/talos/gen/machine/resources_pb.ts'
import { realClock } from '../../../src/world/clock.ts'
import { manualClock } from '../manual-clock.ts'
import { credentials, dialing, startTalosServer, type TalosServer } from './talos-server.ts'

const ours = await credentials()
const bootAuthority = await createAuthority('os', new Date())
const closing: (() => void | Promise<void>)[] = []

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const staged = (stage: string) => (router: ConnectRouter) =>
  void router
    .service(State, {
      get: ({ type, id }) => ({
        resource: {
          metadata: { type, id, version: '1' },
          spec: { yamlSpec: `stage: ${stage}\nstatus:\n  ready: false\n  unmetConditions: []\n` },
        },
      }),
    })
    .service(MachineService, {
      version: () => {
        throw new ConnectError('API is not implemented in maintenance mode', Code.Unimplemented)
      },
      applyConfiguration: ({ data, mode }) => ({ messages: [{ mode, modeDetails: `${data.length} bytes` }] }),
    })

async function maintenance(stage = 'maintenance'): Promise<TalosServer> {
  const server = await startTalosServer({
    address: '10.0.0.5',
    authority: bootAuthority,
    mode: 'maintenance',
    names: ['127.0.0.1'],
    routes: staged(stage),
  })
  closing.push(server.stop)
  return server
}

async function configured(authority = ours.authority): Promise<TalosServer> {
  const routes = (router: ConnectRouter) =>
    void router.service(MachineService, { version: () => ({ messages: [{ version: { tag: 'v1.13.9' } }] }) })
  const server = await startTalosServer({ address: '10.0.0.5', authority, mode: 'configured', routes })
  closing.push(server.stop)
  return server
}

const looking = (servers: readonly TalosServer[], more: Partial<ProbeAccess> = {}) =>
  probe({
    address: '10.0.0.5',
    credentials: ours,
    clock: realClock,
    dial: dialing(servers),
    mask: (text) => text,
    ...more,
  })

test('a machine without a config is in maintenance mode, and known again by its fingerprint', async () => {
  const server = await maintenance()
  const state = await looking([server])
  expect(state.kind).toBe('maintenance')
  if (state.kind !== 'maintenance') return
  const access = { clock: realClock, dial: dialing([server]), mask: (text: string) => text }
  const { node, close } = openMaintenance({ ...access, address: '10.0.0.5', fingerprint: state.fingerprint })
  closing.push(close)
  expect(await applyConfig(node, 'machine: {}', { mode: 'auto' })).toMatchObject({ details: '11 bytes' })
  await expect(fetchVersion(node)).rejects.toMatchObject({ code: 'talos-maintenance' })
})

test('a config is never sent to a machine with another fingerprint', async () => {
  const first = await maintenance()
  const state = await looking([first])
  const second = await maintenance()
  const fingerprint = state.kind === 'maintenance' ? state.fingerprint : ''
  const access = { clock: realClock, dial: dialing([second]), mask: (text: string) => text }
  const { node, close } = openMaintenance({ ...access, address: '10.0.0.5', fingerprint })
  closing.push(close)
  const applied = applyConfig(node, 'machine: {}', { mode: 'auto' })
  await expect(applied).rejects.toMatchObject({ code: 'talos-fingerprint', hint: expect.stringContaining('console') })
  expect(second.calls).toEqual([])
})

test('a pinned fingerprint is asked for already when probing', async () => {
  const state = await looking([await maintenance()], { fingerprint: 'AAAA' })
  expect(state).toMatchObject({ kind: 'unreachable', reason: { code: 'talos-fingerprint' } })
})

test('a machine of this cluster answers with its version', async () => {
  expect(await looking([await configured()])).toEqual({ kind: 'ours', version: 'v1.13.9' })
})

test('a machine of another cluster is told by its certificate', async () => {
  const state = await looking([await configured(await createAuthority('os', new Date()))])
  expect(state).toMatchObject({
    kind: 'foreign',
    certificate: { commonName: 'node-10.0.0.5', names: ['10.0.0.5'] },
  })
})

test('without secrets every configured machine is somebody else’s', async () => {
  const access = { address: '10.0.0.5', clock: realClock, mask: (text: string) => text }
  const state = await probe({ ...access, dial: dialing([await configured()]) })
  expect(state.kind).toBe('foreign')
})

test('a machine that is still booting is not in maintenance mode', async () => {
  const state = await looking([await maintenance('booting')])
  expect(state).toMatchObject({ kind: 'unreachable', reason: { code: 'talos-stage' } })
})

test('a refused connection is a value with the reason', async () => {
  expect(await looking([])).toMatchObject({ kind: 'unreachable', reason: { code: 'talos-refused' } })
})

test('silence is a value with the reason, when the deadline has passed', async () => {
  const clock = manualClock()
  const asked = looking([], { clock, dial: dialing([], ['10.0.0.5']), deadlineMs: 4000 })
  clock.advance(4000)
  expect(await asked).toMatchObject({
    kind: 'unreachable',
    reason: { code: 'talos-deadline', message: '10.0.0.5 did not answer at all within 4 s' },
  })
})

test('something that is not TLS is not Talos', async () => {
  const server = createServer((socket) => void socket.on('error', () => undefined).end('SSH-2.0-OpenSSH_9.2\r\n'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => void server.close())
  const place = server.address()
  const port = typeof place === 'object' && place !== null ? place.port : 0
  const other = { address: '10.0.0.5', port, calls: [], connections: () => 0, stop: async () => undefined }
  expect(await looking([other])).toMatchObject({ kind: 'unreachable', reason: { code: 'talos-not-talos' } })
})

test('a machine config is read from its binary form, whatever its YAML form says', async () => {
  const text = 'version: v1alpha1\n# kept as it was\n'
  const protoSpec = toBinary(
    MachineConfigSpecSchema,
    create(MachineConfigSpecSchema, { yamlMarshalled: Buffer.from(text) }),
  )
  const server = await startTalosServer({
    address: '10.0.0.5',
    authority: bootAuthority,
    mode: 'maintenance',
    names: [],
    routes: (router) =>
      void router.service(State, {
        get({ id }) {
          if (id !== 'v1alpha1') throw new ConnectError('resource does not exist', Code.NotFound)
          return { resource: { metadata: { version: '6' }, spec: { protoSpec, yamlSpec: 'other: form' } } }
        },
      }),
  })
  closing.push(server.stop)
  const { fingerprint } = await import('../../../src/talos/api/peer-certificate.ts').then(({ fetchPeerCertificate }) =>
    fetchPeerCertificate(dialing([server]), { host: '10.0.0.5', port: 50000 }, new AbortController().signal),
  )
  const access = { clock: realClock, dial: dialing([server]), mask: (line: string) => line }
  const { node, close } = openMaintenance({ ...access, address: '10.0.0.5', fingerprint })
  closing.push(close)
  expect(await fetchMachineConfig(node, 'active')).toEqual({ version: '6', text })
  expect(await fetchMachineConfig(node, 'persistent')).toBeUndefined()
})
