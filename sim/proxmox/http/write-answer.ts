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
    // One character for each byte goes out in one piece with the head, which is written so as well.
    if (isAscii(body)) response.end(body, 'latin1')
    else response.end(bytes(body))
    return
  }
  if (body !== undefined) response.write(bytes(body))
  // Closing before the client has sent everything would lose the answer on its way.
  incoming.on('end', () => response.end()).resume()
}

/** Writes the head and half of the body of an answer, and ends the connection. */
export function writeHalf(incoming: IncomingMessage, response: ServerResponse, answer: HttpAnswer): void {
  const body = bytes(writeHeadOf(incoming, response, answer, false)) ?? Buffer.alloc(0)
  response.write(body.subarray(0, Math.floor(body.length / 2)), () => incoming.socket.destroy())
}

const bytes = (body: string | Buffer | undefined) => (typeof body === 'string' ? Buffer.from(body) : body)

/** Whether a body is a text whose characters are its bytes. */
function isAscii(body: string | Buffer | undefined): body is string {
  return typeof body === 'string' && Buffer.byteLength(body) === body.length
}

/** Writes the head; returns the body as it follows. */
function writeHeadOf(
  incoming: IncomingMessage,
  response: ServerResponse,
  answer: HttpAnswer,
  mayKeepAlive: boolean,
): string | Buffer | undefined {
  const { contentType } = answer
  const date = new Date(answer.at ?? Date.now()).toUTCString()
  const body = answer.body === undefined ? undefined : compressed(incoming, answer.body)
  const headers = ['Cache-Control', 'max-age=0']
  for (const value of connection(answer, mayKeepAlive)) headers.push('Connection', value)
  headers.push('Date', date, 'Pragma', 'no-cache', 'Server', 'pve-api-daemon/3.0')
  if (body === undefined) {
    // Without a body the genuine server tells no length either: the end of the connection is the end of the answer.
    response.removeHeader('Content-Length')
    response.removeHeader('Transfer-Encoding')
  } else {
    if (body !== answer.body) headers.push('Content-Encoding', 'gzip')
    headers.push('Content-Length', String(Buffer.byteLength(body)))
  }
  if (contentType !== undefined) headers.push('Content-Type', contentType)
  headers.push('Expires', date)
  // A reason phrase is bytes on the wire, and Node takes one character for each.
  const reason = answer.reason === 'OK' ? 'OK' : Buffer.from(answer.reason, 'utf8').toString('latin1')
  response.writeHead(answer.status, reason, headers)
  return body
}

const CLOSE: readonly string[] = ['close']
const KEEP: readonly string[] = ['Keep-Alive']
const FORWARDED: readonly string[] = ['close', 'Keep-Alive']

/** An answer that another daemon gave carries that daemon's header too, and then the connection really closes. */
function connection(answer: HttpAnswer, mayKeepAlive: boolean): readonly string[] {
  if (answer.status >= 400 || !mayKeepAlive) return CLOSE
  return answer.forwarded ? FORWARDED : KEEP
}

/** The body, compressed where it is worth it and the client takes it. */
function compressed(incoming: IncomingMessage, body: string | Buffer): string | Buffer {
  if (body.length <= SMALLEST_COMPRESSED && Buffer.byteLength(body) <= SMALLEST_COMPRESSED) return body
  return /gzip/.test(String(incoming.headers['accept-encoding'] ?? '')) ? gzipSync(body) : body
}
