import type { IncomingMessage } from 'node:http'
import { Agent, request as httpsRequest } from 'node:https'
import type { Duplex } from 'node:stream'
import { UserError } from '../../user-error.ts'
import type { Endpoint } from './endpoint.ts'
import { KubernetesError } from './error.ts'

/** A request as it goes over the wire. */
export interface Message {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path and query. */
  readonly target: string
  readonly body?: string | undefined
  readonly contentType?: string | undefined
  /** How the request is called in messages. */
  readonly call: string
  /** Milliseconds of real time until the head of the answer: networks do not run at simulated speed. */
  readonly deadline: number
  readonly signal?: AbortSignal | undefined
}

/** Connections that are kept for the next read, and fresh ones: a write never meets one that is being closed. */
export interface Agents {
  readonly kept: Agent
  readonly fresh: Agent
}

const IDLE_MS = 30_000

/** Makes the agents of one client from the way it connects. */
export function createAgents(connect: (address: { host: string; port: number }) => Promise<Duplex>): Agents {
  const createConnection = (
    options: { host?: string | null | undefined; port?: number | string | null | undefined },
    done: (error: Error | null, socket?: Duplex) => void,
  ): undefined => {
    connect({ host: options.host ?? '', port: Number(options.port) }).then((socket) => done(null, socket), done)
  }
  const make = (keepAlive: boolean) =>
    Object.assign(new Agent({ keepAlive, timeout: IDLE_MS, maxSockets: 16 }), { createConnection })
  return { kept: make(true), fresh: make(false) }
}

/** An answer of which the body has yet to be read. */
export interface Opened {
  readonly response: IncomingMessage
  /** Ends it early. */
  readonly abandon: () => void
}

/** Sends a request and waits for the head of its answer. */
export async function openExchange(agents: Agents, endpoint: Endpoint, message: Message): Promise<Opened> {
  if (message.method !== 'GET') return await send(agents.fresh, endpoint, message)
  try {
    return await send(agents.kept, endpoint, message)
  } catch (error) {
    // The server closed an idle connection at the moment it was used again.
    if (error instanceof Stale) return await send(agents.fresh, endpoint, message)
    throw error
  }
}

class Stale extends Error {}

function send(agent: Agent, { host, port, url }: Endpoint, message: Message): Promise<Opened> {
  const { method, target: path, body, call, contentType = 'application/json' } = message
  const late = AbortSignal.timeout(message.deadline)
  const headers = {
    Accept: 'application/json',
    'User-Agent': 'talmox',
    // Without its length, the body of a DELETE would be taken for the next request.
    ...(body === undefined ? {} : { 'Content-Type': contentType, 'Content-Length': String(Buffer.byteLength(body)) }),
  }
  const request = httpsRequest({ agent, host, port, method, path, headers })
  const stop = () => request.destroy(new Error('stopped'))
  return new Promise<Opened>((resolve, reject) => {
    const settle = () => {
      late.removeEventListener('abort', stop)
      message.signal?.removeEventListener('abort', stop)
    }
    const fail = (error: unknown) => {
      settle()
      if (error instanceof UserError) reject(error)
      else if (message.signal?.aborted) reject(message.signal.reason)
      else if (late.aborted) reject(tooSlow(call, url, message.deadline))
      else if (request.reusedSocket) reject(new Stale())
      else reject(connectionLost(call, url, error))
    }
    request.on('error', fail)
    request.on('response', (response) => {
      settle()
      resolve({ response, abandon: () => void request.destroy() })
    })
    if (message.signal?.aborted) stop()
    late.addEventListener('abort', stop, { once: true })
    message.signal?.addEventListener('abort', stop, { once: true })
    request.end(body)
  })
}

const LARGEST_ANSWER = 64 * 1024 * 1024

/** The whole body of an answer, within a deadline of real time. */
export async function readText(opened: Opened, message: Message, url: string): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  const timer = setTimeout(opened.abandon, message.deadline)
  try {
    for await (const chunk of opened.response) {
      size += chunk.length
      if (size > LARGEST_ANSWER) throw tooLarge(message.call)
      chunks.push(chunk)
    }
    return Buffer.concat(chunks).toString('utf8')
  } catch (error) {
    throw error instanceof KubernetesError ? error : connectionLost(message.call, url, error)
  } finally {
    clearTimeout(timer)
  }
}

/** A connection that broke while a request was under way. */
export const connectionLost = (call: string, url: string, cause: unknown) =>
  new KubernetesError(`the connection to ${url} broke during ${call}`, {
    code: 'kubernetes-connection-lost',
    again: 'unknown',
    hint: 'the API server may be restarting; try again',
    cause,
  })

const tooSlow = (call: string, url: string, deadline: number) =>
  new KubernetesError(`${url} did not answer ${call} within ${deadline / 1000} s`, {
    code: 'kubernetes-too-slow',
    again: 'unknown',
    hint: 'check the load of the control planes, and etcd',
  })

const tooLarge = (call: string) =>
  new KubernetesError(`the answer to ${call} is larger than ${LARGEST_ANSWER / 1024 / 1024} MiB`, {
    code: 'kubernetes-answer',
    again: 'never',
  })
