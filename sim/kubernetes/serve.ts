import {
  createSecureServer,
  type Http2SecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
} from 'node:http2'
import { TLSSocket } from 'node:tls'
import { keyPemForNode } from '../../src/talos/certificates/keys.ts'
import type { Accept } from '../network/network.ts'
import type { Api } from './api.ts'
import { handleRequest, userOf } from './http/handle.ts'
import type { ApiAnswer } from './http/request.ts'
import type { User } from './operations/request.ts'
import { Refusal, refusalBody } from './status.ts'

/** What the server shows, and whose certificates it takes. */
export interface ServerTls {
  readonly cert: string
  readonly key: string
  /** Authorities of client certificates, as PEM. */
  readonly clientCA: string
}

/** A server at work. */
export interface KubernetesServer {
  /** Takes a connection over. */
  readonly accept: Accept
  /** Ends all connections; no more are taken. */
  readonly close: () => void
}

const LARGEST_BODY = 3 * 1024 * 1024

/** Serves an API over TLS, by HTTP/2 and HTTP/1.1; nothing is set up before the first connection. */
export function serveKubernetes({ api, tls }: { readonly api: Api; readonly tls: ServerTls }): KubernetesServer {
  const sockets = new Set<{ destroy: () => void }>()
  let server: Http2SecureServer | undefined
  let closed = false
  const open = () =>
    createSecureServer(
      {
        cert: tls.cert,
        key: keyPemForNode(tls.key),
        ca: tls.clientCA,
        requestCert: true,
        // Who shows none is told so by an answer.
        rejectUnauthorized: false,
        allowHTTP1: true,
        minVersion: 'TLSv1.2',
      },
      (request, response) => void respond(api, request, response).catch(() => response.stream?.close()),
    )
  return {
    accept(socket) {
      if (closed) return void socket.destroy()
      server ??= open()
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket)).on('error', () => undefined)
      server.emit('connection', socket)
    },
    close() {
      closed = true
      for (const socket of sockets) socket.destroy()
    },
  }
}

async function respond(api: Api, request: Http2ServerRequest, response: Http2ServerResponse): Promise<void> {
  const body = await readAll(request)
  const url = new URL(request.url, 'https://kubernetes.invalid')
  const header = (name: string) => String(request.headers[name] ?? '')
  const message = {
    method: request.method,
    path: url.pathname,
    query: url.searchParams,
    accept: header('accept'),
    contentType: header('content-type'),
    userAgent: header('user-agent'),
    body: body ?? Buffer.alloc(0),
    user: userOfSocket(request),
    bearer: /^Bearer (.+)$/i.exec(header('authorization'))?.[1],
    actingAs: actingAs(request),
  }
  const tooLarge = new Refusal(413, 'RequestEntityTooLarge', 'Request entity too large: limit is 3145728')
  write(
    response,
    body === undefined ? { kind: 'json', status: 413, body: refusalBody(tooLarge) } : handleRequest(api, message),
  )
}

async function readAll(request: Http2ServerRequest): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > LARGEST_BODY) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Who has shown a certificate of an accepted authority. */
function userOfSocket(request: Http2ServerRequest): User | undefined {
  const socket = request.stream?.session?.socket ?? request.socket
  if (!(socket instanceof TLSSocket) || !socket.authorized) return undefined
  const { subject } = socket.getPeerCertificate()
  const groups: unknown = subject.O
  return userOf(
    String(subject.CN ?? ''),
    [groups].flat().filter((group) => typeof group === 'string'),
  )
}

/** As whom a request wants to be treated; groups alone mean nobody. */
function actingAs({ headers }: Http2ServerRequest): User | undefined {
  const name = headers['impersonate-user']
  const groups = headers['impersonate-group'] ?? []
  if (typeof name !== 'string' || name === '') return undefined
  // Node joins what is sent more than once.
  return { name, groups: [groups].flat().flatMap((each) => each.split(', ')) }
}

function write(response: Http2ServerResponse, answer: ApiAnswer): void {
  if (answer.kind === 'text') {
    response.writeHead(answer.status, { 'content-type': 'text/plain; charset=utf-8' })
    response.end(answer.body)
  } else if (answer.kind === 'json') {
    response.statusCode = answer.status
    response.setHeader('content-type', answer.type ?? 'application/json')
    response.setHeader('cache-control', 'no-cache, private')
    const warnings = (answer.warnings ?? []).map((text) => `299 - ${JSON.stringify(text)}`)
    if (warnings.length > 0) response.setHeader('warning', warnings)
    if (answer.retryAfter !== undefined) response.setHeader('retry-after', String(answer.retryAfter))
    response.end(`${JSON.stringify(answer.body)}\n`)
  } else {
    response.writeHead(200, { 'content-type': 'application/json' })
    const stop = answer.start(
      (line) => void response.write(`${JSON.stringify(line)}\n`),
      () => response.end(),
    )
    response.once('close', stop)
    // The head goes out even while nothing happens.
    if ('flushHeaders' in response && typeof response.flushHeaders === 'function') response.flushHeaders()
  }
}
