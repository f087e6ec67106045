import { once } from 'node:events'
import { createSecureServer, type Http2SecureServer, type Http2Session, type ServerHttp2Session } from 'node:http2'
import { TLSSocket } from 'node:tls'
import {
  Code,
  ConnectError,
  type ConnectRouter,
  createContextKey,
  createContextValues,
  type HandlerContext,
} from '@connectrpc/connect'
import { connectNodeAdapter } from '@connectrpc/connect-node'
import { createAuthority } from '../../../src/talos/certificates/authorities.ts'
import { issueTalosClient } from '../../../src/talos/certificates/client.ts'
import type { CertificateAndKey } from '../../../src/talos/certificates/issue.ts'
import { keyPemForNode } from '../../../src/talos/certificates/keys.ts'
import type { TalosRole } from '../../../src/talos/certificates/roles.ts'
import { issueServer } from '../../../src/talos/certificates/server.ts'
import type { Dial } from '../../../src/world/dial.ts'
import { realDial } from '../../../src/world/dial.ts'

/** A server that speaks the Talos API on loopback, standing for the machine with an address of its own. */
export interface TalosServer {
  readonly address: string
  readonly port: number
  /** The calls it got: method, and the machine they were to be passed on to. */
  readonly calls: { readonly method: string; readonly node: string | null }[]
  readonly connections: () => number
  readonly stop: () => Promise<void>
}

/** What a test's server does. */
export interface ServerOptions {
  readonly address: string
  /** Signs its certificate, and the clients' for a configured machine; its own, unknown one in maintenance. */
  readonly authority: CertificateAndKey
  readonly mode: 'maintenance' | 'configured'
  readonly names?: readonly string[]
  readonly now?: Date
  readonly routes: (router: ConnectRouter) => void
}

/** Starts a machine's API. */
export async function startTalosServer(options: ServerOptions): Promise<TalosServer> {
  const { address, authority, mode, names = [address], now = new Date() } = options
  const commonName = mode === 'maintenance' ? 'maintenance-service.talos.dev' : `node-${address}`
  const { crt, key } = await issueServer(authority, { commonName, hosts: names, key: 'ed25519' }, now)
  const calls: TalosServer['calls'] = []
  const handler = connectNodeAdapter({
    routes: options.routes,
    connect: false,
    grpcWeb: false,
    readMaxBytes: 40 * 1024 * 1024,
    writeMaxBytes: 40 * 1024 * 1024,
    contextValues: (request) =>
      createContextValues().set(clientName, 'stream' in request ? subjectOf(request.stream.session) : ''),
    interceptors: [
      (next) => (request) => {
        calls.push({ method: request.method.name, node: request.header.get('node') })
        return next(request)
      },
    ],
  })
  const mutual = mode === 'configured' ? { ca: authority.crt, requestCert: true, rejectUnauthorized: true } : {}
  const server = createSecureServer(
    { cert: crt, key: keyPemForNode(key), settings: { initialWindowSize: 2 ** 24 }, ...mutual },
    handler,
  )
  const sessions = new Set<ServerHttp2Session>()
  server.on('session', (session) => {
    sessions.add(session)
    session.once('close', () => sessions.delete(session))
  })
  // A refused client is what some tests are about; the server itself has nothing to say.
  server.on('tlsClientError', () => undefined).on('sessionError', () => undefined)
  return {
    address,
    port: await listen(server),
    calls,
    connections: () => sessions.size,
    stop: () => stop(server, sessions),
  }
}

const clientName = createContextKey('')

/** Refuses a call, as Talos does, unless the client's certificate carries the role. */
export function requireRole(context: HandlerContext, role: TalosRole): void {
  if (context.values.get(clientName).split('\n').includes(`O=${role}`)) return
  throw new ConnectError('not authorized', Code.PermissionDenied)
}

function subjectOf(session: Http2Session | undefined): string {
  const socket = session?.socket
  const certificate = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined
  return certificate?.subject ?? ''
}

async function listen(server: Http2SecureServer): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const place = server.address()
  if (place === null || typeof place === 'string') throw new Error('the server has no port')
  return place.port
}

async function stop(server: Http2SecureServer, sessions: ReadonlySet<ServerHttp2Session>): Promise<void> {
  for (const session of sessions) session.destroy()
  server.close()
  await once(server, 'close')
}

/** Dials the servers of a test by the addresses they stand for; every other address is dead in its own way. */
export function dialing(servers: readonly TalosServer[], silent: readonly string[] = []): Dial & { dialed: string[] } {
  const dialed: string[] = []
  const dial: Dial = (host, _port, signal) => {
    dialed.push(host)
    const server = servers.find(({ address }) => address === host)
    if (server !== undefined) return realDial('127.0.0.1', server.port, signal)
    if (!silent.includes(host)) return Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
  }
  return Object.assign(dial, { dialed })
}

/** An authority and a client certificate from it. */
export async function credentials(role: TalosRole = 'os:admin') {
  const now = new Date()
  const authority = await createAuthority('os', now)
  return { authority, ca: authority.crt, client: await issueTalosClient(authority, [role], { now }) }
}
