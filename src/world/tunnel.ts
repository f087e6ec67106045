import { once } from 'node:events'
import { request } from 'node:http'
import type { Socket } from 'node:net'
import { inUrl } from '../net/in-url.ts'
import type { Dial } from './dial.ts'

/** The header in which the far end names the system error of a connection that did not come about. */
export const TUNNEL_ERROR_HEADER = 'talmox-error'

/** Connects through an HTTP server that passes connections on, as proxies do; addresses are looked up at its end. */
export function tunnelDial(through: URL): Dial {
  return async (host, port, signal) => {
    const target = `${inUrl(host)}:${port}`
    const asking = request({
      host: through.hostname,
      port: through.port,
      method: 'CONNECT',
      path: target,
      headers: { host: target },
      agent: false,
      signal,
    })
    asking.end()
    const [answer, socket, rest] = await reply(asking)
    if (answer.statusCode !== 200) {
      socket.destroy()
      throw failure(String(answer.headers[TUNNEL_ERROR_HEADER] ?? 'ECONNREFUSED'), host, port)
    }
    if (rest.length > 0) socket.unshift(rest)
    return socket.setNoDelay(true)
  }
}

type Reply = readonly [
  answer: { readonly statusCode?: number; readonly headers: NodeJS.Dict<string | string[]> },
  socket: Socket,
  rest: Buffer,
]

async function reply(asking: ReturnType<typeof request>): Promise<Reply> {
  // Fails with the system's error when the tunnel itself cannot be reached.
  const [answer, socket, rest] = await once(asking, 'connect')
  return [answer, socket, rest]
}

function failure(code: string, host: string, port: number): Error {
  return Object.assign(new Error(`connect ${code} ${host}:${port}`), { code, address: host, port, syscall: 'connect' })
}
