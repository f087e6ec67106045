import { once } from 'node:events'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { Agent, request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect, type SecureContext } from 'node:tls'
import { UserError } from '../user-error.ts'
import type { Dial } from '../world/dial.ts'
import { connectionTrouble } from './trouble.ts'

/** A question to a factory. */
export interface Question {
  readonly method: 'GET' | 'POST'
  readonly url: URL
  readonly body?: string
}

/** What came back. */
export interface Answer {
  readonly status: number
  readonly type: string
  readonly text: string
}

/** How a factory is reached. */
export interface Line {
  readonly dial: Dial
  readonly context: SecureContext
  /** Milliseconds of real time that one exchange may take. */
  readonly deadline: number
}

const LARGEST_ANSWER = 8 * 1024 * 1024

/** Asks once, over a connection of its own: a factory is asked a handful of questions in a run. */
export async function exchange({ method, url, body }: Question, line: Line): Promise<Answer> {
  const signal = AbortSignal.timeout(line.deadline)
  const agent = secureAgent(line, signal)
  const headers = {
    Accept: 'application/json',
    'User-Agent': 'talmox',
    ...(body === undefined
      ? {}
      : { 'Content-Type': 'application/yaml', 'Content-Length': String(Buffer.byteLength(body)) }),
  }
  const request = httpsRequest(url, { agent, method, signal, headers })
  try {
    const response = await responseTo(request, body)
    const { statusCode: status = 0, headers } = response
    return { status, type: headers['content-type'] ?? '', text: await collect(response) }
  } catch (error) {
    if (error instanceof UserError) throw error
    throw connectionTrouble(url.origin, signal.aborted ? signal.reason : error, line.deadline)
  } finally {
    request.destroy()
    agent.destroy()
  }
}

function responseTo(request: ClientRequest, body: string | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    // Stays for what may still go wrong after the answer, which reading it reports.
    request.on('response', resolve).on('error', reject).end(body)
  })
}

/** An agent that dials as the world does, and lets no byte through before the certificate is accepted. */
function secureAgent({ dial, context }: Line, signal: AbortSignal): Agent {
  const open = async ({ host, port }: { host: string; port: number }): Promise<Duplex> => {
    const name = isIP(host) === 0 ? { servername: host } : {}
    const socket = connect({ socket: await dial(host, port, signal), host, ...name, secureContext: context })
    socket.on('error', () => undefined)
    try {
      await once(socket, 'secureConnect', { signal })
      return socket
    } catch (error) {
      socket.destroy()
      throw error
    }
  }
  const createConnection = (
    options: { host?: string | null | undefined; port?: number | string | null | undefined },
    done: (error: Error | null, socket?: Duplex) => void,
  ): undefined => {
    const host = (options.host ?? '').replace(/^\[|\]$/g, '')
    open({ host, port: Number(options.port ?? 443) }).then((socket) => done(null, socket), done)
  }
  return Object.assign(new Agent(), { createConnection })
}

async function collect(response: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response) {
    size += chunk.length
    if (size > LARGEST_ANSWER) {
      throw new UserError('factory-answer', 'the answer of the image factory has no end', {
        hint: 'is `talos.factory` really the address of an image factory?',
      })
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
