import { Code, ConnectError, type ConnectRouter, type ServiceImpl } from '@connectrpc/connect'
import { afterEach, describe, expect, test } from 'vitest'
import { applyConfig } from '../../../src/talos/api/apply.ts'
import { bootstrap } from '../../../src/talos/api/bootstrap.ts'
import { type ClusterAccess, openCluster, splitPort, type TalosCluster } from '../../../src/talos/api/cluster.ts'
import { listEtcdMembers } from '../../../src/talos/api/etcd-members.ts'
import { reboot } from '../../../src/talos/api/power.ts'
import { fetchVersion } from '../../../src/talos/api/version.ts'
import { createAuthority } from '../../../src/talos/certificates/authorities.ts'
import { issueTalosClient } from '../../../src/talos/certificates/client.ts'
import { MachineService } from '../../../src/talos/gen/machine/machine_pb.ts'
import { askAll } from '../../../src/talos/health/ask-all.ts'
import { realClock } from '../../../src/world/clock.ts'
import { type ManualClock, manualClock } from '../manual-clock.ts'
import { credentials, dialing, requireRole, startTalosServer, type TalosServer } from './talos-server.ts'

const never = new Promise<never>(() => undefined)
const open: (TalosCluster | { stop: () => Promise<void> })[] = []

afterEach(async () => {
  for (const one of open.splice(0).reverse()) 'close' in one ? one.close() : await one.stop()
})

type Handlers = Partial<ServiceImpl<typeof MachineService>>

const access = await credentials()

async function server(address: string, handlers: Handlers, options: { now?: Date; names?: string[] } = {}) {
  const routes = (router: ConnectRouter) => void router.service(MachineService, handlers)
  const started = await startTalosServer({
    address,
    authority: access.authority,
    mode: 'configured',
    routes,
    ...options,
  })
  open.push(started)
  return started
}

function cluster(servers: readonly TalosServer[], endpoints: readonly string[], more: Partial<ClusterAccess> = {}) {
  const opened = openCluster({
    endpoints,
    ca: access.ca,
    client: access.client,
    clock: realClock,
    dial: dialing(servers),
    mask: (text) => text,
    ...more,
  })
  open.push(opened)
  return opened
}

const answering = { version: () => ({ messages: [{ version: { tag: 'v1.13.9' }, platform: { name: 'nocloud' } }] }) }

/** Lets the other side of loopback work until something holds. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve))
}

describe('where a call goes', () => {
  test('a control plane is called directly, a worker through a control plane', async () => {
    const cp = await server('10.0.0.1', answering)
    const { node } = cluster([cp], ['10.0.0.1'])
    expect((await fetchVersion(node('10.0.0.1'))).tag).toBe('v1.13.9')
    await fetchVersion(node('10.0.0.9'))
    expect(cp.calls).toEqual([
      { method: 'Version', node: null },
      { method: 'Version', node: '10.0.0.9' },
    ])
  })

  test('a dead endpoint is passed over, once tried it is asked last', async () => {
    const cp = await server('10.0.0.2', answering)
    const dial = dialing([cp])
    const { node } = cluster([cp], ['10.0.0.1', '10.0.0.2'], { dial })
    await fetchVersion(node('10.0.0.9'))
    await fetchVersion(node('10.0.0.8'))
    expect(dial.dialed).toEqual(['10.0.0.1', '10.0.0.2'])
    expect(cp.calls.map(({ node }) => node)).toEqual(['10.0.0.9', '10.0.0.8'])
  })

  test('a control plane that only this computer cannot reach is called through another one', async () => {
    const cp = await server('10.0.0.2', answering)
    await fetchVersion(cluster([cp], ['10.0.0.1', '10.0.0.2']).node('10.0.0.1'))
    expect(cp.calls).toEqual([{ method: 'Version', node: '10.0.0.1' }])
  })

  test('a read that one endpoint cannot pass on is asked of the next', async () => {
    const refusing = await server('10.0.0.1', {
      version() {
        throw new ConnectError('connection error: desc = "transport: Error while dialing"', Code.Unavailable)
      },
    })
    const cp = await server('10.0.0.2', answering)
    const { node } = cluster([refusing, cp], ['10.0.0.1', '10.0.0.2'])
    expect((await fetchVersion(node('10.0.0.9'))).platform).toBe('nocloud')
    expect([refusing.calls.length, cp.calls.length]).toEqual([1, 1])
  })

  test('a call that changes something is never sent twice', async () => {
    const lost = () => {
      throw new ConnectError('lost', Code.Unavailable)
    }
    const first = await server('10.0.0.1', { bootstrap: lost })
    const second = await server('10.0.0.2', { bootstrap: () => ({ messages: [{}] }) })
    const { node } = cluster([first, second], ['10.0.0.1', '10.0.0.2'])
    await expect(bootstrap(node('10.0.0.1'))).rejects.toMatchObject({ code: 'talos-unavailable' })
    expect(second.calls).toEqual([])
  })

  test('a cluster without endpoints is refused before anything is sent', () => {
    expect(() => cluster([], [])).toThrow('no control plane is given')
  })

  test('an endpoint may carry a port', () => {
    expect(splitPort('10.0.0.1')).toEqual({ host: '10.0.0.1', port: 50000 })
    expect(splitPort('cp.lan:50001')).toEqual({ host: 'cp.lan', port: 50001 })
    expect(splitPort('fd00::1')).toEqual({ host: 'fd00::1', port: 50000 })
    expect(splitPort('[fd00::1]:50001')).toEqual({ host: 'fd00::1', port: 50001 })
  })
})

describe('a machine that does not answer', () => {
  test('costs its deadline once, and is asked again when a while has passed', async () => {
    const clock = manualClock()
    let answers = false
    const cp = await server('10.0.0.1', { version: () => (answers ? answering.version() : never) })
    const node = cluster([cp], ['10.0.0.1'], { clock }).node('10.0.0.1')
    const first = fetchVersion(node)
    await until(() => cp.calls.length === 1)
    clock.advance(10_000)
    await expect(first).rejects.toMatchObject({ code: 'talos-deadline' })
    await expect(fetchVersion(node)).rejects.toMatchObject({ code: 'talos-deadline' })
    expect(cp.calls).toHaveLength(1)
    answers = true
    expect((await fetchVersion(node, { fresh: true })).tag).toBe('v1.13.9')
    clock.advance(10_001)
    expect((await fetchVersion(node)).tag).toBe('v1.13.9')
  })

  test('is not taken for dead because its etcd is silent', async () => {
    const clock = manualClock()
    const cp = await server('10.0.0.1', { ...answering, etcdMemberList: () => never })
    const node = cluster([cp], ['10.0.0.1'], { clock }).node('10.0.0.1')
    const silent = listEtcdMembers(node, { deadlineMs: 3000 })
    await until(() => cp.calls.length === 1)
    clock.advance(3000)
    await expect(silent).rejects.toThrow('did not answer EtcdMemberList within 3 s')
    expect((await fetchVersion(node)).tag).toBe('v1.13.9')
  })

  test('holds up the others only for the time a connection may take', async () => {
    const clock = manualClock()
    const cp = await server('10.0.0.2', answering)
    const dial = dialing([cp], ['10.0.0.1'])
    const { node } = cluster([cp], ['10.0.0.1', '10.0.0.2'], { dial, clock })
    const asked = fetchVersion(node('10.0.0.9'))
    await until(() => dial.dialed.length === 1)
    clock.advance(5000)
    expect((await asked).tag).toBe('v1.13.9')
  })

  test('is noticed by pings while a call waits', async () => {
    const clock: ManualClock = manualClock()
    const cp = await server('10.0.0.1', { version: () => never })
    const node = cluster([cp], ['10.0.0.1'], { clock }).node('10.0.0.1')
    const waiting = fetchVersion(node, { deadlineMs: 1e9 })
    await until(() => cp.calls.length === 1)
    clock.advance(10_000)
    clock.advance(5_000)
    await expect(waiting).rejects.toMatchObject({ code: 'talos-unreachable' })
  })

  test('stopping a call gives the reason it was stopped for', async () => {
    const cp = await server('10.0.0.1', { version: () => never })
    const node = cluster([cp], ['10.0.0.1']).node('10.0.0.1')
    const controller = new AbortController()
    const asked = fetchVersion(node, { signal: controller.signal })
    await until(() => cp.calls.length === 1)
    controller.abort(new Error('interrupted'))
    await expect(asked).rejects.toThrow('interrupted')
  })
})

describe('who may call', () => {
  test('a role that does not suffice is named as the reason', async () => {
    const reader = await issueTalosClient(access.authority, ['os:reader'], { now: new Date() })
    const cp = await server('10.0.0.1', {
      reboot(_request, context) {
        requireRole(context, 'os:admin')
        return { messages: [{ actorId: 'a1' }] }
      },
    })
    const refused = reboot(cluster([cp], ['10.0.0.1'], { client: reader }).node('10.0.0.1'), 'default')
    await expect(refused).rejects.toMatchObject({ code: 'talos-not-authorized', hint: expect.stringContaining('role') })
    expect(await reboot(cluster([cp], ['10.0.0.1']).node('10.0.0.1'), 'default')).toBe('a1')
  })

  test('a client of another cluster is refused, and told so', async () => {
    const stranger = await issueTalosClient(await createAuthority('os', new Date()), ['os:admin'], { now: new Date() })
    const cp = await server('10.0.0.1', answering)
    const asked = fetchVersion(cluster([cp], ['10.0.0.1'], { client: stranger }).node('10.0.0.1'))
    await expect(asked).rejects.toMatchObject({ code: 'talos-connection-lost' })
    expect(cp.calls).toEqual([])
  })

  test('a machine of another cluster is not spoken to', async () => {
    const { crt } = await createAuthority('os', new Date())
    const cp = await server('10.0.0.1', answering)
    const asked = fetchVersion(cluster([cp], ['10.0.0.1'], { ca: crt }).node('10.0.0.1'))
    await expect(asked).rejects.toMatchObject({ code: 'talos-wrong-authority' })
  })

  test('a certificate that is not for the address is not accepted', async () => {
    const cp = await server('10.0.0.1', answering, { names: ['10.0.0.7'] })
    const asked = fetchVersion(cluster([cp], ['10.0.0.1']).node('10.0.0.1'))
    await expect(asked).rejects.toMatchObject({ code: 'talos-wrong-name', hint: expect.stringContaining('certSANs') })
  })

  test("a machine's expired certificate is not accepted", async () => {
    const cp = await server('10.0.0.1', answering, { now: new Date(Date.now() - 48 * 3_600_000) })
    const asked = fetchVersion(cluster([cp], ['10.0.0.1']).node('10.0.0.1'))
    await expect(asked).rejects.toMatchObject({ code: 'talos-server-certificate-expired' })
  })

  test('an expired client certificate is noticed before anything is sent', () => {
    const clock = manualClock(Date.now() + 400 * 24 * 3_600_000)
    expect(() => cluster([], ['10.0.0.1'], { clock })).toThrow('the client certificate for the Talos API expired on')
  })
})

describe('what machines say', () => {
  test('differences that Talos adds to a refusal are cut, the rest is masked', async () => {
    const cp = await server('10.0.0.1', {
      applyConfiguration() {
        const text = "this config change can't be applied in immediate mode\ndiff:\n--- a\n+++ b\n secret: hunter22\n"
        throw new ConnectError(text, Code.InvalidArgument)
      },
    })
    const { node } = cluster([cp], ['10.0.0.1'])
    const refused = applyConfig(node('10.0.0.1'), 'machine: {}', { mode: 'no-reboot' })
    const error = await refused.catch((reason: unknown) => reason)
    expect(error).toMatchObject({
      code: 'talos-invalid',
      message: "10.0.0.1 refused ApplyConfiguration: this config change can't be applied in immediate mode",
    })
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('hunter22')
  })

  test('details of an applied config are masked', async () => {
    const cp = await server('10.0.0.1', {
      applyConfiguration: ({ mode, dryRun, tryModeTimeout }) => ({
        messages: [{ mode, modeDetails: `dry ${dryRun} ${tryModeTimeout?.seconds} secret: hunter22` }],
      }),
    })
    const mask = (text: string) => text.replaceAll('hunter22', '******')
    const { node } = cluster([cp], ['10.0.0.1'], { mask })
    const options = { mode: 'try', dryRun: true, tryMs: 30_000 } as const
    expect(await applyConfig(node('10.0.0.1'), 'machine: {}', options)).toEqual({
      mode: 'try',
      warnings: [],
      details: 'dry true 30 secret: ******',
    })
  })

  test('a config of thirty-two mebibytes arrives whole', async () => {
    const config = 'x'.repeat(32 * 1024 * 1024)
    let arrived = 0
    const cp = await server('10.0.0.1', {
      applyConfiguration({ data }) {
        arrived = data.length
        return { messages: [{ modeDetails: config }] }
      },
    })
    const applied = await applyConfig(cluster([cp], ['10.0.0.1']).node('10.0.0.1'), config, { mode: 'auto' })
    expect([arrived, applied.details.length]).toEqual([config.length, config.length])
  })

  test('bootstrapping where etcd data exists changes nothing and says so', async () => {
    const cp = await server('10.0.0.1', {
      bootstrap() {
        throw new ConnectError('etcd data directory is not empty', Code.AlreadyExists)
      },
    })
    expect(await bootstrap(cluster([cp], ['10.0.0.1']).node('10.0.0.1'))).toBe('already')
  })
})

describe('connections', () => {
  test('one connection carries all calls, and closes when nobody has called for a while', async () => {
    const clock = manualClock()
    const cp = await server('10.0.0.1', answering)
    const { node } = cluster([cp], ['10.0.0.1'], { clock })
    await Promise.all(Array.from({ length: 50 }, (_, index) => fetchVersion(node(`10.0.1.${index}`))))
    expect([cp.calls.length, cp.connections()]).toEqual([50, 1])
    clock.advance(15_000)
    await until(() => cp.connections() === 0)
    await fetchVersion(node('10.0.0.1'))
    expect(cp.connections()).toBe(1)
  })

  test('are never more than the bound, however many machines are called', async () => {
    const names = Array.from({ length: 8 }, (_, index) => `10.0.0.${index + 1}`)
    let busy = 0
    let most = 0
    const counting = {
      async version() {
        most = Math.max(most, ++busy)
        await new Promise((resolve) => setImmediate(resolve))
        busy--
        return answering.version()
      },
    }
    const servers = await Promise.all(names.map((name) => server(name, counting)))
    const limits = { connections: 2, connectMs: 5000, idleMs: 5000 }
    const { node } = cluster(servers, names, { limits })
    const versions = await Promise.all(names.map((name) => fetchVersion(node(name))))
    expect(versions.map(({ tag }) => tag)).toEqual(names.map(() => 'v1.13.9'))
    expect(most).toBeLessThanOrEqual(2)
    await until(() => servers.reduce((sum, one) => sum + one.connections(), 0) <= 2)
  })

  test('a thousand machines are asked over as many connections as there are control planes', async () => {
    const names = ['10.0.0.1', '10.0.0.2', '10.0.0.3']
    const servers = await Promise.all(names.map((name) => server(name, answering)))
    const { node } = cluster(servers, names)
    const workers = Array.from({ length: 997 }, (_, index) => `10.0.${1 + (index >> 8)}.${index & 255}`)
    const asked = await askAll([...names, ...workers].map(node), async (one) => {
      const { tag } = await fetchVersion(one)
      return tag === 'v1.13.9' ? undefined : tag
    })
    expect(asked).toEqual({ kind: 'ok' })
    expect(servers.reduce((sum, { calls }) => sum + calls.length, 0)).toBe(1000)
    expect(servers.reduce((sum, one) => sum + one.connections(), 0)).toBeLessThanOrEqual(3)
  })

  test('a machine that went away and came back is connected to again', async () => {
    const first = await server('10.0.0.1', answering)
    const servers = [first]
    const dial = dialing(servers)
    const { node } = cluster([], ['10.0.0.1'], { dial })
    await fetchVersion(node('10.0.0.1'))
    await first.stop()
    open.splice(open.indexOf(first), 1)
    await expect(fetchVersion(node('10.0.0.1'))).rejects.toMatchObject({ name: 'UserError' })
    servers.splice(0, 1, await server('10.0.0.1', answering))
    expect((await fetchVersion(node('10.0.0.1'), { fresh: true })).tag).toBe('v1.13.9')
  })
})
