import { createServer as createPlainServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { createServer as createNetServer, type Socket } from 'node:net'
import { wait } from '../../world/clock.ts'
import type { Host } from '../../world/host.ts'
import { RawAnswer } from '../call.ts'
import { type ApiRequest, dispatch, type Outcome } from '../dispatch.ts'
import { Failure } from '../failure.ts'
import type { Interference, Sending } from '../hooks.ts'
import type { Simulator } from '../simulator.ts'
import { type Format, failureAnswer, type HttpAnswer, successAnswer } from './answer.ts'
import { certificateOf } from './certificate.ts'
import { readRequest } from './read-request.ts'
import { redirectToTls } from './redirect.ts'
import { writeAnswer, writeHalf } from './write-answer.ts'

const IDLE_MILLISECONDS = 5000
const REQUESTS_PER_CONNECTION = 100
const TLS_HANDSHAKE = 0x16

/** A server that listens. */
export interface RunningServer {
  readonly port: number
  readonly close: () => Promise<void>
}

/** The API of one host, for connections that arrive somewhere. */
export interface HostApi {
  readonly accept: (socket: Socket) => void
  /** Ends every connection. */
  readonly close: () => void
}

/** Makes the API of one host of the datacenter. */
export async function hostApi(sim: Simulator, host: Host): Promise<HostApi> {
  const { crt, key } = await certificateOf(host)
  const served = new WeakMap<Socket, { requests: number }>()
  const secure = createSecureServer({ cert: crt, key, maxHeaderSize: 64 * 1024, keepAliveTimeout: IDLE_MILLISECONDS })
  secure.on('request', (incoming: IncomingMessage, response: ServerResponse) => {
    const mayKeepAlive = countRequest(served, incoming.socket) < REQUESTS_PER_CONNECTION && !asksToClose(incoming)
    serveRequest(sim, host.name, incoming)
      .then((sending) => {
        if (sending === 'silence') setTimeout(() => incoming.socket.destroy(), IDLE_MILLISECONDS).unref()
        else send(incoming, response, sending, mayKeepAlive)
      })
      .catch((error: unknown) => response.destroy(error instanceof Error ? error : new Error(String(error))))
  })
  return onePort([secure, createPlainServer(redirectToTls)])
}

function countRequest(served: WeakMap<Socket, { requests: number }>, socket: Socket): number {
  const count = served.get(socket) ?? { requests: 0 }
  if (count.requests === 0) served.set(socket, count)
  count.requests += 1
  return count.requests
}

function asksToClose({ headers: { connection } }: IncomingMessage): boolean {
  return connection !== undefined && /close/i.test(connection)
}

interface Front {
  emit(event: 'connection', socket: Socket): boolean
}

/** One port for both: the first byte tells a TLS client from one that forgot the s of https. */
function onePort([secure, plain]: readonly [Front, Front]): HostApi {
  const sockets = new Set<Socket>()
  return {
    accept(socket) {
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
    },
    close() {
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Serves the API of one host at an address of this machine; port 0 takes any free one. */
export async function serveHost(
  sim: Simulator,
  host: Host,
  at: { readonly address: string; readonly port: number },
): Promise<RunningServer> {
  const api = await hostApi(sim, host)
  const server = createNetServer(api.accept)
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      api.close()
    })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(at.port, at.address, () => {
      const address = server.address()
      resolve({ port: typeof address === 'object' && address !== null ? address.port : at.port, close })
    })
  })
}

/** What is sent to a request; silence where the genuine server says nothing at all and leaves the connection open. */
async function serveRequest(sim: Simulator, entry: string, incoming: IncomingMessage): Promise<Sending | 'silence'> {
  const began = sim.clock.now()
  const reading = await readRequest(sim, entry, incoming)
  if (reading === 'silence') return reading
  if ('answer' in reading) return held(sim, reading.answer)
  const { request, format } = reading
  const interferences = sim.hooks.interfere.flatMap((ask) => ask(request))
  const sending = await carryOut(sim, request, format, interferences)
  for (const settle of sim.hooks.beforeAnswer) await settle(request)
  for (const note of sim.hooks.afterAnswer) note({ request, sent: sending, took: sim.clock.now() - began })
  return sending
}

async function carryOut(
  sim: Simulator,
  request: ApiRequest,
  format: Format,
  interferences: readonly Interference[],
): Promise<Sending> {
  const instead = interferences.find((each) => each.instead !== undefined)?.instead
  if (instead !== undefined) return instead()
  const before = interferences.flatMap((each) => each.before ?? [])
  const outcome = await dispatch(sim, request, before)
  for (const { after } of interferences) after?.(outcome)
  const answer = held(sim, formatted(format, outcome))
  const onWire = interferences.find((each) => each.onWire !== undefined)?.onWire
  return onWire === undefined ? answer : onWire(await answer)
}

/** The answer, once the time has passed that the genuine server holds it back. */
function held(sim: Simulator, answer: HttpAnswer): HttpAnswer | Promise<HttpAnswer> {
  const stamped = () => ({ ...answer, at: sim.clock.now() })
  return answer.delay === undefined ? stamped() : wait(sim.clock, answer.delay).then(stamped)
}

function formatted(format: Format, { result, forwarded }: Outcome): HttpAnswer {
  if (result instanceof Failure) return failureAnswer(format, result, forwarded)
  const { data } = result
  if (!(data instanceof RawAnswer)) return successAnswer(format, result, forwarded)
  return { status: 200, reason: 'OK', body: data.body, contentType: data.contentType, forwarded }
}

function send(incoming: IncomingMessage, response: ServerResponse, sending: Sending, mayKeepAlive: boolean): void {
  if (sending === 'nothing') incoming.socket.destroy()
  else if ('brokenOff' in sending) writeHalf(incoming, response, sending.brokenOff)
  else writeAnswer(incoming, response, sending, mayKeepAlive)
}
