import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { createClient, type ProxmoxClient } from '../../../src/proxmox/client/client.ts'
import { parseEndpoint } from '../../../src/proxmox/client/connect.ts'
import type { Trust } from '../../../src/proxmox/client/trust.ts'
import type { ProxmoxWorld } from '../../../src/proxmox/client/world.ts'
import type { Connection } from '../../../src/proxmox/credentials/connection.ts'
import { createAuthority } from '../../../src/talos/certificates/authorities.ts'
import type { CertificateAndKey } from '../../../src/talos/certificates/issue.ts'
import { keyPemForNode } from '../../../src/talos/certificates/keys.ts'
import { issueServer } from '../../../src/talos/certificates/server.ts'
import type { Clock } from '../../../src/world/clock.ts'
import { realDial } from '../../../src/world/dial.ts'
import { createRedaction } from '../../../src/world/redaction.ts'

export const TOKEN = 'talmox@pve!test=0b2c9a51-6a0f-4c8e-9d0a-5f1d2e3c4b5a'

/** A request as a test server saw it. */
export interface Seen {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
  readonly bytes: Buffer
  /** Number of the connection it came on, from 1. */
  readonly connection: number
}

export type Handler = (request: Seen, response: ServerResponse) => void

export interface TestServer {
  readonly url: string
  readonly port: number
  readonly seen: readonly Seen[]
  readonly fingerprint: string
  readonly ca: string
  readonly close: () => Promise<void>
}

/** An authority and a server certificate for loopback; making them once is enough for a whole file of tests. */
export async function makeCertificates(now = new Date()) {
  const authority = await createAuthority('k8s', now)
  const identity = { commonName: 'pve1', hosts: ['127.0.0.1', 'localhost', 'pve1.lan'], key: 'p256' } as const
  return { authority, server: await issueServer(authority, identity, now) }
}

export type Certificates = Awaited<ReturnType<typeof makeCertificates>>

/** Serves on loopback what the handler says, over TLS or plainly, after the body was read or eagerly before. */
export async function startServer(
  handler: Handler,
  certificates: { readonly authority: CertificateAndKey; readonly server: CertificateAndKey },
  { plain = false, eager = false } = {},
): Promise<TestServer> {
  const seen: Seen[] = []
  const connections = new Map<object, number>()
  const listener = async (request: IncomingMessage, response: ServerResponse) => {
    const bytes = eager ? Buffer.alloc(0) : Buffer.concat(await request.toArray().catch(() => []))
    const connection = connections.get(request.socket) ?? connections.size + 1
    connections.set(request.socket, connection)
    const { method = '', url = '', headers } = request
    const one = { method, url, headers, body: bytes.toString(), bytes, connection }
    seen.push(one)
    handler(one, response)
  }
  const { crt: cert, key } = certificates.server
  const server: Server = plain ? createServer(listener) : createTlsServer({ cert, key: keyPemForNode(key) }, listener)
  server.on('tlsClientError', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = portOf(server)
  return {
    url: `https://127.0.0.1:${bound}`,
    port: bound,
    seen,
    fingerprint: new X509Certificate(cert).fingerprint256,
    ca: certificates.authority.crt,
    async close() {
      if ('closeAllConnections' in server && typeof server.closeAllConnections === 'function') {
        server.closeAllConnections()
      }
      server.close()
      await once(server, 'close')
    },
  }
}

export function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address.port
}

/** Answers as Proxmox does. */
export function answer(response: ServerResponse, data: unknown): void {
  const text = JSON.stringify({ data })
  response.writeHead(200, 'OK', { 'Content-Type': 'application/json;charset=UTF-8', 'Content-Length': text.length })
  response.end(text)
}

/** Refuses as Proxmox does: in the reason phrase and, in newer releases, in the body. */
export function refuse(
  response: ServerResponse,
  status: number,
  reason: string,
  errors?: Record<string, string>,
): void {
  response.writeHead(status, reason, { 'Content-Type': 'application/json;charset=UTF-8', Connection: 'close' })
  response.end(JSON.stringify({ data: null, message: `${reason}\n`, ...(errors === undefined ? {} : { errors }) }))
}

/** A clock on which every wait is over at once; it remembers how long it would have been. */
export function instantClock(): Clock & { readonly waits: readonly number[]; readonly advance: (ms: number) => void } {
  const waits: number[] = []
  let now = Date.parse('2026-01-01T00:00:00Z')
  return {
    waits,
    now: () => now,
    advance(ms) {
      now += ms
    },
    after(ms, run) {
      waits.push(ms)
      const handle = setImmediate(() => {
        now += ms
        run()
      })
      return () => clearImmediate(handle)
    },
  }
}

/** A world that waits for nothing and keeps what is logged. */
export function testWorld(overrides: Partial<ProxmoxWorld> = {}) {
  const lines: string[] = []
  const warnings: string[] = []
  const clock = instantClock()
  const world: ProxmoxWorld = {
    clock,
    dial: realDial,
    log: { debug: (line) => lines.push(line), warn: (line) => warnings.push(line) },
    redaction: createRedaction(),
    random: () => 0,
    ...overrides,
  }
  return { world, lines, warnings, clock }
}

/** Trust in exactly the server's certificate. */
export const pinned = ({ fingerprint }: TestServer): Trust => ({ kind: 'pins', fingerprints: [fingerprint] })

/** A client of test servers, with its world. */
export function clientOf(
  servers: readonly TestServer[],
  overrides: Partial<Connection> & { readonly world?: Partial<ProxmoxWorld> } = {},
) {
  const { world: worldOverrides, ...rest } = overrides
  const surroundings = testWorld(worldOverrides)
  const [first, ...others] = servers.map(({ url }) => parseEndpoint(url))
  if (first === undefined) throw new Error('a client needs a server')
  const fingerprints = servers.map(({ fingerprint }) => fingerprint)
  const connection: Connection = {
    endpoints: [first, ...others],
    trust: { kind: 'pins', fingerprints },
    login: { kind: 'token', token: TOKEN },
    ...rest,
  }
  return { client: createClient(connection, surroundings.world), ...surroundings }
}

/** Runs with one server and a client of it, and closes both. */
export async function withServer(
  certificates: Certificates,
  handler: Handler,
  use: (
    context: ReturnType<typeof clientOf> & { readonly server: TestServer; readonly client: ProxmoxClient },
  ) => Promise<void>,
  overrides: Parameters<typeof clientOf>[1] = {},
): Promise<void> {
  const server = await startServer(handler, certificates)
  const context = clientOf([server], overrides)
  try {
    await use({ ...context, server })
  } finally {
    context.client.close()
    await server.close()
  }
}
