import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Dial } from '../../src/world/dial.ts'
import { TUNNEL_ERROR_HEADER } from '../../src/world/tunnel.ts'

/** Answers `CONNECT ADDRESS:PORT`: the caller is then connected to that address of the world. */
export function openTunnel(dial: Dial, asked: IncomingMessage, client: Duplex, head: Buffer): void {
  const gone = new AbortController()
  client.on('error', () => client.destroy())
  client.on('close', () => gone.abort())
  const [, host = '', port = ''] = /^\[?([^\]]*)\]?:(\d+)$/.exec(asked.url ?? '') ?? []
  dial(host, Number(port), gone.signal).then(
    (server) => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      server.write(head)
      server.on('error', () => client.destroy())
      server.on('close', () => client.destroy())
      client.on('close', () => server.destroy())
      server.pipe(client).pipe(server)
    },
    (error: unknown) => {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'ECONNREFUSED'
      client.end(`HTTP/1.1 502 Bad Gateway\r\n${TUNNEL_ERROR_HEADER}: ${code}\r\nContent-Length: 0\r\n\r\n`)
    },
  )
}
