import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer as createPlain } from 'node:http'
import { createServer } from 'node:https'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { acceleratedClock } from '../../sim/world/clock.ts'
import { issueForSite, webAuthorityOf } from '../../sim/world/web-authority.ts'
import { emptyWorld } from '../../sim/world/world.ts'
import { createFactoryClient } from '../../src/factory/client.ts'
import { requireExtensions } from '../../src/factory/require-extensions.ts'
import { schematicOf } from '../../src/factory/schematic.ts'
import type { UserError } from '../../src/user-error.ts'
import { type Dial, realDial } from '../../src/world/dial.ts'
import { withFactory } from '../sim/factory/support.ts'

const agent = schematicOf({ extensions: ['siderolabs/qemu-guest-agent'], kernelArgs: [] })
const PLAIN_ID = '376567988ad370138ad8b2698212367b8edcb69b5fd68c80be1f2ec7d603b4ba'
const AGENT_ID = 'ce4c980550dd2ab1b17bbf2b08801c7eb59418eafe8f279833297925d67c7515'

test('a schematic is made known under the id that was computed, as often as one likes', () =>
  withFactory(async ({ client, world }) => {
    expect(await client.register(agent)).toBe(AGENT_ID)
    expect(await client.register(agent)).toBe(AGENT_ID)
    expect(Object.keys(world.factory.schematics)).toEqual([PLAIN_ID, AGENT_ID])
  }))

test('where the id cannot be computed, that of the factory counts', () =>
  withFactory(async ({ client }) => {
    const odd = schematicOf({ extensions: [], kernelArgs: ['on'] })
    expect(await client.register(odd)).toMatch(/^[0-9a-f]{64}$/)
  }))

test('versions, extensions and overlays are read', () =>
  withFactory(async ({ client }) => {
    expect(await client.versions()).toContain('v1.13.9')
    expect(await client.extensions('v1.13.9')).toContain('siderolabs/iscsi-tools')
    expect(await client.overlays('v1.13.9')).toContainEqual({ name: 'rpi_5', image: 'siderolabs/sbc-raspberrypi' })
    await expect(client.extensions('v1.99.0')).rejects.toMatchObject({ code: 'factory-refused' })
  }))

test('a factory of your own may be below a path', () =>
  withFactory(
    async ({ client }) => {
      expect(client.url).toBe('https://factory.home.lan:8443/talos')
      expect(await client.register(agent)).toBe(AGENT_ID)
    },
    { factory: { url: 'https://factory.home.lan:8443/talos' } },
  ))

test('extensions and overlays that a version does not have are refused with what was meant', () =>
  withFactory(async ({ client }) => {
    const image = { version: 'v1.12.4', extensions: ['siderolabs/qemu-guest-agent', 'siderolabs/i915-ucode'] }
    await requireExtensions(client, image)
    await expect(requireExtensions(client, { ...image, extensions: ['siderolabs/iscsi-tool'] })).rejects.toMatchObject({
      code: 'extension-unknown',
      message: 'the image factory https://factory.talos.dev has no extension siderolabs/iscsi-tool for Talos v1.12.4',
      hint: 'write siderolabs/iscsi-tools instead of siderolabs/iscsi-tool',
    })
    const overlay = { name: 'rpi_generik', image: 'siderolabs/sbc-raspberrypi' }
    await expect(requireExtensions(client, { version: 'v1.12.4', extensions: [], overlay })).rejects.toMatchObject({
      code: 'overlay-unknown',
      hint: 'write rpi_generic instead of rpi_generik',
    })
  }))

test('a certificate of an authority that nobody knows is refused before anything is sent', () =>
  withFactory(async ({ world, surroundings }) => {
    const stranger = await webAuthorityOf(emptyWorld('9.2', 'key'))
    const client = createFactoryClient(world.factory.url, { ...surroundings, authorities: [stranger.crt] })
    await expect(client.register(agent)).rejects.toMatchObject({ code: 'factory-certificate' })
    expect(Object.keys(world.factory.schematics)).toEqual([PLAIN_ID])
  }))

test('a factory that cannot be reached is asked again, then named with its trouble', async () => {
  let dials = 0
  const dial: Dial = async (host) => {
    dials += 1
    throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' })
  }
  const client = createFactoryClient('https://factory.talos.dev', {
    clock: acceleratedClock(1e5),
    dial,
    authorities: [],
  })
  await expect(client.versions()).rejects.toMatchObject({
    code: 'factory-unreachable',
    message: 'cannot reach the image factory https://factory.talos.dev: its name cannot be resolved',
  })
  expect(dials).toBe(3)
})

const site = emptyWorld('9.2', 'key')
let certificate: { crt: string; key: string }
let authority: string
beforeAll(async () => {
  certificate = await issueForSite(site, '127.0.0.1')
  authority = (await webAuthorityOf(site)).crt
})

const open = new Set<{ close: () => unknown }>()
afterAll(() => {
  for (const server of open) server.close()
})

type Listener = (request: IncomingMessage, response: ServerResponse) => void

/** A server that is no factory, or a broken one, and a client of it. */
async function clientOf(listener: Listener, plain = false) {
  const server = plain ? createPlain(listener) : createServer({ cert: certificate.crt, key: certificate.key }, listener)
  open.add(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const world = { clock: acceleratedClock(1e5), dial: realDial, authorities: [authority] }
  return createFactoryClient(`https://127.0.0.1:${port}`, world)
}

async function refusal(listener: Listener, plain = false): Promise<UserError> {
  const client = await clientOf(listener, plain)
  return client.register(agent).then(
    () => Promise.reject(new Error('it was accepted')),
    (error: UserError) => error,
  )
}

const says =
  (status: number, type: string, body: string): Listener =>
  (_, response) =>
    response.writeHead(status, { 'Content-Type': type }).end(body)

test.each([
  ['another id', says(201, 'application/json', JSON.stringify({ id: '0'.repeat(64) })), 'factory-id'],
  ['no id', says(201, 'application/json', '{"name":"x"}'), 'factory-answer'],
  ['a web page', says(200, 'text/html', '<html>login</html>'), 'factory-answer'],
  ['a web page that claims to be JSON', says(200, 'application/json', '\n<!doctype html>'), 'factory-answer'],
  ['JSON that breaks off', says(201, 'application/json', '{"id": "ce4c9805'), 'factory-answer'],
  ['a redirection', says(302, 'text/plain', ''), 'factory-answer'],
  ['a refusal', says(400, 'text/plain', 'unknown field\u001b[31m\n'), 'factory-refused'],
  ['an endless answer', says(200, 'application/json', ' '.repeat(9 * 1024 ** 2)), 'factory-answer'],
  ['nothing but a broken connection', (request: IncomingMessage) => request.socket.destroy(), 'factory-unreachable'],
])('%s is no answer to a schematic', async (_, listener, code) => {
  const error = await refusal(listener)
  expect(error).toMatchObject({ name: 'UserError', code })
  expect(error.message).not.toContain('\u001b')
})

test('a server without TLS is said to be one', async () => {
  expect(await refusal(says(200, 'text/plain', ''), true)).toMatchObject({ code: 'factory-not-tls' })
})

test('a factory that is busy is asked again', async () => {
  let asked = 0
  const client = await clientOf((request, response) => {
    asked += 1
    request.resume()
    if (asked < 3) response.writeHead(503).end()
    else response.writeHead(201, { 'Content-Type': 'application/json' }).end(JSON.stringify({ id: AGENT_ID }))
  })
  expect(await client.register(agent)).toBe(AGENT_ID)
  expect(asked).toBe(3)
})

test('a list with something else in it is not used in part', async () => {
  const client = await clientOf(says(200, 'application/json', '[{"name":"a/b"},{"title":"c"}]'))
  await expect(client.extensions('v1.12.4')).rejects.toMatchObject({ code: 'factory-answer' })
})
