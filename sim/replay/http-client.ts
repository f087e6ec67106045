import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'

/** A request as it goes over the wire. */
export interface WireRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer | undefined
}

/** An answer as it came over the wire. */
export interface WireAnswer {
  readonly status: number
  readonly reason: string
  /** Each name once, in lower case; several values are joined. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** Sends requests to one server. */
export interface Client {
  /** Sends one request on a connection of its own; fails when no answer comes. */
  readonly send: (wire: WireRequest) => Promise<WireAnswer>
  readonly close: () => void
}

/** Makes a client; its connections share nothing but the TLS session, which makes opening them cheap. */
export function createClient(base: URL, patience = 120_000): Client {
  const agent = new Agent({ rejectUnauthorized: false, keepAlive: false })
  return { send: (wire) => send(agent, base, wire, patience), close: () => agent.destroy() }
}

function send(agent: Agent, base: URL, wire: WireRequest, timeout: number): Promise<WireAnswer> {
  return new Promise((resolve, reject) => {
    // `Connection: keep-alive` is what clients say by default, and the answer's header depends on it.
    const headers = { Connection: 'keep-alive', ...wire.headers }
    const { method, path } = wire
    const outgoing = request(
      { host: base.hostname, port: base.port, method, path, headers, agent, timeout },
      (incoming) => {
        collect(incoming)
          .then(resolve, reject)
          .finally(() => outgoing.destroy())
      },
    )
    outgoing.on('timeout', () => outgoing.destroy(new Error('no answer')))
    outgoing.on('error', reject)
    outgoing.end(wire.body)
  })
}

async function collect(incoming: IncomingMessage): Promise<WireAnswer> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  const headers: Record<string, string> = {}
  for (let at = 0; at < incoming.rawHeaders.length; at += 2) {
    const name = incoming.rawHeaders[at]?.toLowerCase() ?? ''
    const value = incoming.rawHeaders[at + 1] ?? ''
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`
  }
  const reason = Buffer.from(incoming.statusMessage ?? '', 'latin1').toString('utf8')
  return { status: incoming.statusCode ?? 0, reason, headers, text: Buffer.concat(chunks).toString('utf8') }
}
