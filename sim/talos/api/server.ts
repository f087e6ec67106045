import { X509Certificate } from 'node:crypto'
import { createSecureServer, type Http2SecureServer, type Http2Session } from 'node:http2'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { createContextValues } from '@connectrpc/connect'
import { connectNodeAdapter } from '@connectrpc/connect-node'
import { keyPemForNode } from '../../../src/talos/certificates/keys.ts'
import { machineConfig } from '../config/machine-config.ts'
import type { Node } from '../node.ts'
import { acknowledge } from './acknowledge.ts'
import { announce } from './announce.ts'
import { authorize } from './authorize.ts'
import { CALLER, type Caller, TARGET } from './caller.ts'
import { apiCertificate, CERTIFICATE_LIFETIME, maintenanceCertificate } from './certificate.ts'
import { forward } from './forward.ts'
import { routes } from './routes.ts'
import { unknownMethod } from './unknown-method.ts'

/** The largest message that Talos takes. */
const LARGEST = 32 * 1024 * 1024

/** Answers connections to machines: one handler for all of them, and a server for each that somebody connects to. */
export function createApi(): (node: Node, socket: Socket) => void {
  const callers = new WeakMap<Http2Session, Caller>()
  const handler = connectNodeAdapter({
    routes,
    connect: false,
    grpcWeb: false,
    // Machines never compress.
    acceptCompression: [],
    readMaxBytes: LARGEST,
    writeMaxBytes: LARGEST,
    fallback: unknownMethod,
    contextValues(request) {
      const session = 'stream' in request ? request.stream.session : undefined
      const caller = session === undefined ? undefined : callers.get(session)
      return createContextValues().set(CALLER, caller).set(TARGET, caller?.node)
    },
    interceptors: [announce, forward, authorize, acknowledge],
  })

  const open = async (node: Node): Promise<Http2SecureServer | undefined> => {
    const isMaintenance = node.state.stage === 'maintenance'
    const options = isMaintenance ? await maintenanceOptions(node) : await mutualOptions(node)
    if (options === undefined) return undefined
    const server = createSecureServer({ ...options, settings: { initialWindowSize: 2 ** 21 } }, handler)
    server.on('session', (session) => {
      if (!isMaintenance && !isValidNow(node, session)) return session.destroy()
      callers.set(session, { node, roles: isMaintenance ? ['os:reader'] : rolesOf(session), isMaintenance })
      node.live.sessions.add(session)
      return session.once('close', () => node.live.sessions.delete(session))
    })
    // A client that gives up or is refused is none of the machine's business.
    return server.on('tlsClientError', () => undefined).on('sessionError', () => undefined)
  }

  return (node, socket) => {
    socket.on('error', () => undefined)
    const { boot } = node.state
    const { live, talos } = node
    // Connections that are open go on with the old certificate.
    if (live.server !== undefined && talos.certificateClock.now() >= live.server.renewAt) delete live.server
    const existing = live.server?.server
    const ready = existing === undefined ? open(node) : Promise.resolve(existing)
    void ready.then((server) => {
      if (server === undefined || node.state.boot !== boot) return socket.destroy()
      live.server ??= { server, renewAt: talos.certificateClock.now() + CERTIFICATE_LIFETIME / 2 }
      return live.server.server.emit('connection', socket)
    })
  }
}

async function maintenanceOptions(node: Node) {
  const { crt, key } = await maintenanceCertificate(node)
  return { cert: crt, key: keyPemForNode(key) }
}

async function mutualOptions(node: Node) {
  const certificate = await apiCertificate(node)
  const config = machineConfig(node)
  if (certificate === undefined || config === undefined) return undefined
  return {
    cert: certificate.crt,
    key: keyPemForNode(certificate.key),
    ca: [config.osAuthority.crt, ...config.acceptedAuthorities].filter((crt) => crt !== ''),
    requestCert: true,
    rejectUnauthorized: true,
  }
}

/** The certificate of whoever is connected. */
const certificateOf = ({ socket }: Http2Session): X509Certificate | undefined =>
  socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined

/** Whether the client's certificate and the authority still hold by the time of the machine, which TLS does not know. */
function isValidNow(node: Node, session: Http2Session): boolean {
  const now = node.talos.certificateClock.now()
  const authority = machineConfig(node)?.osAuthority.crt
  const all = [certificateOf(session), authority === undefined ? undefined : new X509Certificate(authority)]
  return all.every((one) => one !== undefined && now <= Date.parse(one.validTo))
}

/** Roles stand in the organizations of the client's certificate. */
function rolesOf(session: Http2Session): readonly string[] {
  const subject = certificateOf(session)?.subject ?? ''
  return subject.split('\n').flatMap((line) => (line.startsWith('O=') ? [line.slice(2)] : []))
}
