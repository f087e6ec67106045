import { once } from 'node:events'
import { Agent, createServer, request } from 'node:https'
import { performance } from 'node:perf_hooks'
import process from 'node:process'

const AT_ONCE = 8

/** An answer as it came over the wire. */
export interface Answer {
  readonly headers: NodeJS.Dict<string | string[]>
  readonly body: Buffer
}

/** Asks a server at the loopback address once. */
export function ask(port: number, path: string, headers: Readonly<Record<string, string>>, agent?: Agent) {
  return new Promise<Answer>((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path, headers, rejectUnauthorized: false }
    const asking = request({ ...options, ...(agent === undefined ? {} : { agent }) }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve({ headers: answer.headers, body: Buffer.concat(chunks) })
        else reject(new Error(`${path}: ${answer.statusCode} ${answer.statusMessage}`))
      })
    })
    asking.on('error', reject).end()
  })
}

/** A server that knows its answers already, and closes connections as often as where they came from. */
export async function serveBare(answers: ReadonlyMap<string, Answer>, { crt, key }: { crt: string; key: string }) {
  const server = createServer({ cert: crt, key }, (incoming, response) => {
    const known = answers.get(incoming.url ?? '')
    const { connection } = known?.headers ?? {}
    response.writeHead(known === undefined ? 404 : 200, {
      'Content-Type': 'application/json;charset=UTF-8',
      'Content-Length': known?.body.length ?? 0,
      Connection: connection ?? 'Keep-Alive',
    })
    response.end(known?.body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('bug: a server without a port')
  return { port: address.port, close: () => server.close() }
}

/** What a server answers to a few clients at once. */
export interface Rate {
  readonly perSecond: number
  /** Microseconds of the processor for each request, clients included. */
  readonly cpu: number
}

/** Measures how a server answers. */
export async function rateOf(
  port: number,
  path: string,
  headers: Readonly<Record<string, string>>,
  requests: number,
): Promise<Rate> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const start = performance.now()
  const before = process.cpuUsage()
  let left = requests
  const client = async () => {
    while (left-- > 0) await ask(port, path, headers, agent)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, client))
  const seconds = (performance.now() - start) / 1000
  const { user, system } = process.cpuUsage(before)
  agent.destroy()
  return { perSecond: requests / seconds, cpu: (user + system) / requests }
}
