import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { Readable } from 'node:stream'
import type { Accept } from '../network/network.ts'
import { issueForSite } from '../world/web-authority.ts'
import type { World } from '../world/world.ts'
import { imageBytes, imageHead } from './image-bytes.ts'
import { answerFactory } from './routes.ts'
import type { ServedImage } from './serve-image.ts'

const LARGEST_BODY = 1024 ** 2

/** Serves the factory of a world over TLS, with a certificate of the world's web authority. */
export async function serveFactory(world: World): Promise<Accept> {
  const { url } = world.factory
  world.factory.certificate ??= await issueForSite(world, new URL(url).hostname.replace(/^\[|\]$/g, ''))
  const { crt: cert, key } = world.factory.certificate
  const server = createServer({ cert, key }, (incoming, response) => {
    answer(world, incoming, response).catch(() => response.destroy())
  })
  server.on('tlsClientError', () => undefined)
  return (socket) => {
    server.emit(
      'connection',
      socket.on('error', () => socket.destroy()),
    )
  }
}

async function answer(world: World, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const { origin, pathname: prefix } = new URL(world.factory.url)
  const { pathname, searchParams: query } = new URL(incoming.url ?? '/', origin)
  const below = prefix.replace(/\/+$/, '')
  const path = pathname.startsWith(below) ? pathname.slice(below.length) : ''
  const body = await collect(incoming)
  if (body === undefined) return void response.writeHead(413).end()
  const { method = 'GET' } = incoming
  const answered = answerFactory(world, { method, path, query, body })
  if ('image' in answered) return sendImage(answered.image, method, query.get('filename'), response)
  const bytes = Buffer.from(answered.body)
  response.writeHead(answered.status, { 'Content-Type': answered.type, 'Content-Length': bytes.length }).end(bytes)
}

async function collect(incoming: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming) {
    size += chunk.length
    if (size > LARGEST_BODY) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function sendImage(
  { image, name, sizeBytes }: ServedImage,
  method: string,
  filename: string | null,
  response: ServerResponse,
): void {
  response.writeHead(200, {
    'Content-Type': 'application/octet-stream',
    'Content-Length': sizeBytes,
    'Content-Disposition': `attachment; filename="${(filename ?? name).replace(/["\\\r\n]/g, '_')}"`,
  })
  if (method === 'HEAD') response.end()
  else Readable.from(imageBytes(imageHead(image, name), sizeBytes)).pipe(response)
}
