import type { IncomingMessage, ServerResponse } from 'node:http'

/** Sends whoever speaks plain HTTP to the same place with TLS. */
export function redirectToTls(incoming: IncomingMessage, response: ServerResponse): void {
  const host = incoming.headers.host
  if (host === undefined) {
    incoming.socket.destroy()
    return
  }
  const keepsMethod = incoming.method !== 'GET' && incoming.method !== 'HEAD'
  const [status, reason] = keepsMethod ? [308, 'Permanent Redirect'] : [301, 'Moved Permanently']
  response.writeHead(Number(status), String(reason), {
    Connection: 'close',
    Location: `https://${host.replace(/^https?:\/\//, '')}${incoming.url ?? '/'}`,
  })
  response.end(String(reason))
}
