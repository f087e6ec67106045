import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { HttpAnswer } from './answer.ts'

const SMALLEST_COMPRESSED = 1024

/** Writes an answer with the headers of the genuine server. */
export function writeAnswer(
  incoming: IncomingMessage,
  response: ServerResponse,
  answer: HttpAnswer,
  mayKeepAlive: boolean,
): void {
  const body = writeHeadOf(incoming, response, answer, mayKeepAlive)
  if (incoming.complete) {
    response.end(body)
    return
  }
  if (body !== undefined) response.write(body)
  // Closing before the client has sent everything would lose the answer on its way.
  incoming.on('end', () => response.end()).resume()
}

/** Writes the head and half of the body of an answer, and ends the connection. */
export function writeHalf(incoming: IncomingMessage, response: ServerResponse, answer: HttpAnswer): void {
  const body = writeHeadOf(incoming, response, answer, false) ?? Buffer.alloc(0)
  response.write(body.subarray(0, Math.floor(body.length / 2)), () => incoming.socket.destroy())
}

function writeHeadOf(
  incoming: IncomingMessage,
  response: ServerResponse,
  answer: HttpAnswer,
  mayKeepAlive: boolean,
): Buffer | undefined {
  const date = new Date(answer.at ?? Date.now()).toUTCString()
  const body = answer.body === undefined ? undefined : compressed(incoming, answer.body)
  const headers: [string, string][] = [
    ['Cache-Control', 'max-age=0'],
    ...connection(answer, mayKeepAlive).map((value): [string, string] => ['Connection', value]),
    ['Date', date],
    ['Pragma', 'no-cache'],
    ['Server', 'pve-api-daemon/3.0'],
    ...(body === undefined ? [] : body.headers),
    ...(answer.contentType === undefined ? [] : [['Content-Type', answer.contentType] satisfies [string, string]]),
    ['Expires', date],
  ]
  // Without a body the genuine server tells no length either: the end of the connection is the end of the answer.
  response.removeHeader('Content-Length')
  response.removeHeader('Transfer-Encoding')
  // A reason phrase is bytes on the wire, and Node takes one character for each.
  response.writeHead(answer.status, Buffer.from(answer.reason, 'utf8').toString('latin1'), headers.flat())
  return body?.bytes
}

/** An answer that another daemon gave carries that daemon's header too, and then the connection really closes. */
function connection(answer: HttpAnswer, mayKeepAlive: boolean): readonly string[] {
  if (answer.status >= 400 || !mayKeepAlive) return ['close']
  return answer.forwarded ? ['close', 'Keep-Alive'] : ['Keep-Alive']
}

function compressed(incoming: IncomingMessage, body: string | Buffer) {
  const plain = typeof body === 'string' ? Buffer.from(body, 'utf8') : body
  const wanted = /gzip/.test(String(incoming.headers['accept-encoding'] ?? ''))
  const bytes = wanted && plain.length > SMALLEST_COMPRESSED ? gzipSync(plain) : plain
  const encoding: [string, string][] = bytes === plain ? [] : [['Content-Encoding', 'gzip']]
  const headers: [string, string][] = [...encoding, ['Content-Length', String(bytes.length)]]
  return { bytes, headers }
}
