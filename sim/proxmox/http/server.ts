import { createServer as createPlainServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { createServer as createNetServer, type Socket } from 'node:net'
import { wait } from '../../world/clock.ts'
import type { Host } from '../../world/host.ts'
import { RawAnswer } from '../call.ts'
import { dispatch, type Outcome } from '../dispatch.ts'
import { Failure } from '../failure.ts'
import { createRouter, type Router } from '../routes.ts'
import type { Simulator } from '../simulator.ts'
import { type Format, failureAnswer, type HttpAnswer, successAnswer } from './answer.ts'
import { certificateOf } from './certificate.ts'
import { readRequest } from './read-request.ts'
import { redirectToTls } from './redirect.ts'
import { writeAnswer } from './write-answer.ts'

const IDLE_MILLISECONDS = 5000
const REQUESTS_PER_CONNECTION = 100
const TLS_HANDSHAKE = 0x16

/** A server that listens. */
export interface RunningServer {
  readonly port: number
  readonly close: () => Promise<void>
}

/** Serves the API of one host of the datacenter; port 0 takes any free one. */
export async function serveHost(
  sim: Simulator,
  host: Host,
  at: { readonly address: string; readonly port: number },
): Promise<RunningServer> {
  const { crt, key } = await certificateOf(host)
  const router = createRouter(sim.release.tables)
  const served = new WeakMap<Socket, number>()
  const secure = createSecureServer({ cert: crt, key, maxHeaderSize: 64 * 1024, keepAliveTimeout: IDLE_MILLISECONDS })
  secure.on('request', (incoming: IncomingMessage, response: ServerResponse) => {
    const count = (served.get(incoming.socket) ?? 0) + 1
    served.set(incoming.socket, count)
    const asked = !/close/i.test(incoming.headers.connection ?? '')
    serveRequest(sim, router, host.name, incoming)
      .then((answer) => {
        if (answer !== undefined) writeAnswer(incoming, response, answer, asked && count < REQUESTS_PER_CONNECTION)
        else setTimeout(() => incoming.socket.destroy(), IDLE_MILLISECONDS).unref()
      })
      .catch((error: unknown) => response.destroy(error instanceof Error ? error : new Error(String(error))))
  })
  const plain = createPlainServer(redirectToTls)
  return listen([secure, plain], at)
}

interface Front {
  emit(event: 'connection', socket: Socket): boolean
  closeAllConnections(): void
}

/** One port for both: the first byte tells a TLS client from one that forgot the s of https. */
function listen(
  [secure, plain]: readonly [Front, Front],
  at: { readonly address: string; readonly port: number },
): Promise<RunningServer> {
  const sockets = new Set<Socket>()
  const server = createNetServer((socket) => {
    sockets.add(socket)
    socket.setNoDelay(true)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    socket.once('readable', () => {
      const first: Buffer | null = socket.read(1)
      if (first === null) return
      socket.unshift(first)
      ;(first[0] === TLS_HANDSHAKE ? secure : plain).emit('connection', socket)
    })
  })
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(at.port, at.address, () => {
      const address = server.address()
      resolve({ port: typeof address === 'object' && address !== null ? address.port : at.port, close })
    })
  })
}

/** The answer to a request; undefined where the genuine server says nothing at all. */
async function serveRequest(
  sim: Simulator,
  router: Router,
  entry: string,
  incoming: IncomingMessage,
): Promise<HttpAnswer | undefined> {
  const reading = await readRequest(sim, entry, incoming)
  if (reading === 'silence') return undefined
  const answer =
    'answer' in reading ? reading.answer : format(reading.format, await dispatch(sim, router, reading.request))
  if (answer.delay !== undefined) await wait(sim.clock, answer.delay)
  return answer
}

function format(format: Format, { result, forwarded }: Outcome): HttpAnswer {
  if (result instanceof Failure) return failureAnswer(format, result, forwarded)
  const { data } = result
  if (!(data instanceof RawAnswer)) return successAnswer(format, result, forwarded)
  return { status: 200, reason: 'OK', body: data.body, contentType: data.contentType, forwarded }
}
