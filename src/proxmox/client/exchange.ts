import type { IncomingMessage } from 'node:http'
import { Agent, request as httpsRequest } from 'node:https'
import type { Duplex } from 'node:stream'
import { UserError } from '../../user-error.ts'
import type { Verb } from '../tables/types.ts'
import type { Endpoint } from './connect.ts'
import { ProxmoxError } from './error.ts'
import type { Body } from './multipart.ts'

/** A request as it goes over the wire. */
export interface Message {
  readonly verb: Verb
  /** Path and query, with `/api2/json` before them. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Body | undefined
  /** How the request is called in messages. */
  readonly call: string
  /** Milliseconds of real time that the whole exchange may take: networks do not run at simulated speed. */
  readonly deadline: number
  readonly signal?: AbortSignal | undefined
}

/** What came back. */
export interface Answer {
  readonly status: number
  readonly reason: string
  readonly type: string
  readonly location: string | undefined
  /** The time of the server. */
  readonly date?: string | undefined
  readonly text: string
}

/** Connections that are kept for the next read, and fresh ones: a write never meets one that is being closed. */
export interface Agents {
  readonly kept: Agent
  readonly fresh: Agent
}

// Proxmox closes a connection after five idle seconds, without announcing it.
const IDLE_MS = 4000
const LARGEST_ANSWER = 32 * 1024 * 1024

/** Makes the agents of one client from the way it connects. */
export function createAgents(connect: (endpoint: { host: string; port: number }) => Promise<Duplex>): Agents {
  const createConnection = (
    options: { host?: string | null | undefined; port?: number | string | null | undefined },
    done: (error: Error | null, socket?: Duplex) => void,
  ): undefined => {
    const endpoint = { host: options.host ?? '', port: Number(options.port) }
    connect(endpoint).then((socket) => done(null, socket), done)
  }
  const make = (keepAlive: boolean) => Object.assign(new Agent({ keepAlive, timeout: IDLE_MS }), { createConnection })
  return { kept: make(true), fresh: make(false) }
}

/** Sends one request and collects its answer. */
export async function exchange(agents: Agents, endpoint: Endpoint, message: Message): Promise<Answer> {
  if (message.verb !== 'GET') return await send(agents.fresh, endpoint, message)
  try {
    return await send(agents.kept, endpoint, message)
  } catch (error) {
    // The server closed an idle connection at the moment it was used again.
    if (error instanceof Stale) return await send(agents.fresh, endpoint, message)
    throw error
  }
}

class Stale extends Error {}

function send(agent: Agent, { host, port, url, prefix }: Endpoint, message: Message): Promise<Answer> {
  const { verb: method, target, body, call } = message
  const late = AbortSignal.timeout(message.deadline)
  const signal = message.signal === undefined ? late : AbortSignal.any([late, message.signal])
  const length: Record<string, string> =
    body === undefined ? {} : { 'Content-Type': body.type, 'Content-Length': String(body.length) }
  const headers = { ...message.headers, ...length }
  const request = httpsRequest({ agent, host, port, method, path: prefix + target, signal, headers })
  const source = body?.open()
  return new Promise<Answer>((resolve, reject) => {
    let answering = false
    const fail = (error: unknown) => {
      request.destroy()
      source?.destroy()
      if (error instanceof UserError) reject(error)
      else if (message.signal?.aborted) reject(message.signal.reason)
      else if (late.aborted) reject(tooSlow(call, url, message.deadline))
      else if (request.reusedSocket && !answering) reject(new Stale())
      else reject(lost(call, url, error))
    }
    request.on('error', fail)
    request.on('response', (response) => {
      answering = true
      collect(response, call).then((answer) => {
        // Refused before the body was through: the rest is not wanted.
        if (!request.writableFinished) request.destroy()
        source?.destroy()
        resolve(answer)
      }, fail)
    })
    if (source === undefined) request.end()
    else source.on('error', fail).pipe(request)
  })
}

async function collect(response: IncomingMessage, call: string): Promise<Answer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response) {
    size += chunk.length
    if (size > LARGEST_ANSWER) throw tooLarge(call)
    chunks.push(chunk)
  }
  return {
    status: response.statusCode ?? 0,
    reason: response.statusMessage ?? '',
    type: response.headers['content-type'] ?? '',
    location: response.headers.location,
    date: response.headers.date,
    text: Buffer.concat(chunks).toString('utf8'),
  }
}

const lost = (call: string, url: string, cause: unknown) =>
  new ProxmoxError(`the connection to ${url} broke during ${call}`, {
    code: 'proxmox-connection-lost',
    again: 'unknown',
    call,
    hint: 'pveproxy or the host may have been restarted; look whether the change was made, then run again',
    cause,
  })

const tooSlow = (call: string, url: string, deadline: number) =>
  new ProxmoxError(`${url} did not answer ${call} within ${deadline / 1000} s`, {
    code: 'proxmox-too-slow',
    again: 'unknown',
    call,
    hint: 'check the load of the host and of its storages',
  })

const tooLarge = (call: string) =>
  new ProxmoxError(`the answer to ${call} is larger than ${LARGEST_ANSWER / 1024 / 1024} MiB`, {
    code: 'proxmox-answer',
    again: call.startsWith('GET ') ? 'never' : 'unknown',
    call,
    hint: 'is `proxmox.endpoint` really the address of Proxmox?',
  })
