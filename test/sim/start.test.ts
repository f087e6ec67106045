import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { begin } from '../../sim/begin.ts'
import { accessOf } from '../../sim/control/access.ts'
import { openControl } from '../../sim/control/control.ts'
import { recordTo } from '../../sim/control/record.ts'
import { type RunningWorld, startWorld } from '../../sim/start.ts'
import { openStore } from '../../sim/store/store.ts'
import type { World } from '../../sim/world/world.ts'
import { createClient, type ProxmoxClient } from '../../src/proxmox/client/client.ts'
import { parseEndpoint } from '../../src/proxmox/client/connect.ts'
import type { Dial } from '../../src/world/dial.ts'
import { silentLog } from '../../src/world/log.ts'
import { createRedaction } from '../../src/world/redaction.ts'
import { tunnelDial } from '../../src/world/tunnel.ts'
import { tunnelListen } from '../../src/world/tunnel-listen.ts'
import { exampleCluster } from '../examples.ts'

const SPEED = 1000

/** The product's own client, at the endpoint that the cluster file names. */
async function clientOf({ world, clock }: RunningWorld, dial: Dial, by = 'token'): Promise<ProxmoxClient> {
  const { endpoints, token = '', password = '' } = await accessOf(world)
  const [first] = endpoints
  if (first === undefined) throw new Error('the world has no endpoint')
  const connection = {
    endpoints: [parseEndpoint(first.url)] as const,
    trust: { kind: 'pins', fingerprints: [first.fingerprint] } as const,
    login:
      by === 'token'
        ? ({ kind: 'token', token } as const)
        : ({ kind: 'password', username: 'root@pam', password, totp: undefined } as const),
  }
  return createClient(connection, { clock, dial, log: silentLog, redaction: createRedaction(), random: () => 0 })
}

const homelab = async (): Promise<World> => begin({ cluster: await exampleCluster('homelab') }, Date.now())

async function withFolder(run: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'talmox-world-'))
  try {
    await run(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const MACHINE = { vmid: 100, name: 'one', memory: '512', scsi0: 'local-zfs:4' }

async function createMachine(client: ProxmoxClient, running: RunningWorld): Promise<void> {
  const upid = await client.post('/nodes/{node}/qemu', { node: 'pve2', ...MACHINE })
  await running.sim.workers.ended(String(upid))
}

test('a client of ours reaches a host by the name in the cluster file, and another host through it', async () => {
  const running = startWorld({ world: await homelab(), speed: SPEED })
  const client = await clientOf(running, running.dial)
  expect(await client.get('/version', {})).toMatchObject({ release: '9.2' })
  await createMachine(client, running)
  expect(running.world.vms).toMatchObject([{ vmid: 100, node: 'pve2' }])
  client.close()
  running.stop()
})

test('what was answered is there after the process was killed; what was being done has died with it', () =>
  withFolder(async (folder) => {
    const file = path.join(folder, 'world.jsonl')
    const first = await openStore(file)
    // Deaf to its power button: the shutdown is still being waited for when the process ends, however late that is.
    const deaf: World = { ...(await homelab()), guests: { acpi: false } }
    const running = startWorld({ world: deaf, speed: SPEED, kept: first })
    const client = await clientOf(running, running.dial)
    await createMachine(client, running)
    const started = await client.post('/nodes/{node}/qemu/{vmid}/status/start', { node: 'pve2', vmid: 100 })
    await running.sim.workers.ended(String(started))
    await client.get('/version', {})
    const shutdown = { node: 'pve2', vmid: 100, timeout: 1_000_000 }
    const stopping = await client.post('/nodes/{node}/qemu/{vmid}/status/shutdown', shutdown)
    const seen = running.clock.now()
    client.close()
    // As if it were killed here: nothing more is written.
    first.release()

    const second = await openStore(file)
    if (second.world === undefined) throw new Error('nothing was kept')
    expect(second.now).toBeGreaterThanOrEqual(seen)
    const again = startWorld({ world: second.world, speed: SPEED, kept: second })
    expect(again.world.vms[0]?.run?.status).toBe('running')
    expect(again.world.tasks.find(({ upid }) => upid === started)?.status).toBe('OK')
    expect(again.world.tasks.find(({ upid }) => upid === stopping)?.status).toBe('unexpected status')
    // The same secrets and certificates: a client of before is let in.
    const later = await clientOf(again, again.dial)
    expect(await later.get('/nodes/{node}/qemu/{vmid}/status/current', { node: 'pve2', vmid: 100 })).toMatchObject({
      status: 'running',
    })
    later.close()
    again.stop()
    running.stop()
  }))

test('another process dials through the control endpoint, and gets the errors of the world', async () => {
  const running = startWorld({ world: await homelab(), speed: SPEED })
  const control = await openControl(running, 0)
  const dial = tunnelDial(new URL(control.url))
  const client = await clientOf(running, dial)
  expect(await client.get('/version', {})).toMatchObject({ release: '9.2' })
  const never = new AbortController().signal
  await expect(dial('pve1.lan', 22, never)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  await expect(dial('192.168.1.77', 8006, never)).rejects.toMatchObject({ code: 'EHOSTUNREACH' })
  client.close()
  control.close()
  running.stop()
})

test('another process listens at an address of the world through the control endpoint, until it goes', async () => {
  const running = startWorld({ world: await homelab(), speed: SPEED })
  const control = await openControl(running, 0)
  const listening = await tunnelListen(new URL(control.url))('192.168.1.5', 8480, (socket) => {
    socket.on('data', (text) => socket.end(`heard ${text}`))
  })
  const never = new AbortController().signal
  const ask = async (text: string) => {
    const socket = await running.dial('192.168.1.5', 8480, never)
    socket.write(text)
    return String(await buffer(socket))
  }
  expect(await Promise.all([ask('one'), ask('two'), ask('three')])).toEqual(['heard one', 'heard two', 'heard three'])
  expect(await ask('four')).toBe('heard four')
  listening.close()
  await expect.poll(() => ask('five').catch(({ code }) => code)).toBe('EHOSTUNREACH')
  control.close()
  running.stop()
})

test('the control endpoint obeys no web page, and outlives who hangs up or asks nonsense', async () => {
  const running = startWorld({ world: await homelab(), speed: SPEED })
  const control = await openControl(running, 0)
  const page = await fetch(`${control.url}/shutdown`, {
    method: 'POST',
    headers: { origin: 'https://elsewhere.example' },
  })
  expect(page.status).toBe(403)
  const port = Number(new URL(control.url).port)
  const upgrade = 'Connection: Upgrade\r\nUpgrade: talmox-listen\r\n'
  const head = `Host: 127.0.0.1:${port}\r\n`
  for (const text of [
    `POST /faults HTTP/1.1\r\n${head}Content-Length: 9\r\n\r\n{`,
    `GET /listen/%zz/1 HTTP/1.1\r\n${head}${upgrade}\r\n`,
  ]) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    await new Promise<void>((resolve) => socket.write(text, () => resolve()))
    await (await fetch(control.url)).text()
    socket.destroy()
    await (await fetch(control.url)).text()
  }
  expect((await fetch(control.url)).status).toBe(200)
  control.close()
  running.stop()
})

test('the control endpoint tells of the world, breaks it, and ends it', async () => {
  const running = startWorld({ world: await homelab(), speed: SPEED })
  const control = await openControl(running, 0)
  const ask = async (method: string, where: string, body?: string) => {
    const answer = await fetch(control.url + where, { method, ...(body === undefined ? {} : { body }) })
    return { status: answer.status, body: await answer.json() }
  }
  expect((await ask('GET', '/')).body).toMatchObject({ hosts: [{ name: 'pve1' }, {}, {}], machines: [] })
  expect((await ask('GET', '/clock')).body).toMatchObject({ speed: SPEED })
  const rule = 'when: { path: /version, nth: 1 }\ndo: { status: 500 }'
  expect((await ask('POST', '/faults', rule)).body).toMatchObject([{ id: 'fault-1', seen: 0 }])
  expect((await ask('POST', '/faults', 'do: { host-down: pve3 }')).body).toEqual([{ done: 'host-down' }])
  expect(running.world.hosts.map(({ online }) => online)).toEqual([true, true, false])
  await expect(running.dial('pve3', 8006, AbortSignal.timeout(60_000))).rejects.toMatchObject({ code: 'EHOSTUNREACH' })
  expect((await ask('DELETE', '/faults/fault-1')).body).toEqual([])
  expect(await ask('POST', '/faults', '{ do: nonsense }')).toMatchObject({ status: 400 })
  expect(await ask('GET', '/elsewhere')).toMatchObject({ status: 404 })
  await ask('POST', '/shutdown')
  await control.ended
  control.close()
  running.stop()
})

test('a record has every request and answer, and no secret of the world', () =>
  withFolder(async (folder) => {
    const file = path.join(folder, 'record.jsonl')
    const running = startWorld({ world: await homelab(), speed: SPEED })
    recordTo(file, running)
    const client = await clientOf(running, running.dial, 'password')
    const { password = '', token = '' } = await accessOf(running.world)
    await client.post('/access/users/{userid}/token/{tokenid}', { userid: 'root@pam', tokenid: 'new' })
    await client.get('/access/users/{userid}/token', { userid: 'root@pam' })
    const text = readFileSync(file, 'utf8')
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.map(({ method, path: where, status }) => `${method} ${where} ${status}`)).toEqual([
      'POST /access/ticket 200',
      'POST /access/users/root@pam/token/new 200',
      'GET /access/users/root@pam/token 200',
    ])
    const made = running.world.access.users.flatMap(({ tokens }) => tokens.map(({ secret }) => secret))
    for (const secret of [password, token.split('=')[1] ?? '', ...made]) expect(text).not.toContain(secret)
    expect(lines[0].answer.data).toMatchObject({ ticket: '******', CSRFPreventionToken: '******' })
    client.close()
    running.stop()
  }))
