// A read-only image registry over plain HTTP: serves STORE/blobs by digest, and STORE/index.json by name.
// usage: node registry.mjs STORE HOST PORT
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import process from 'node:process'

const [store, host, port] = process.argv.slice(2)
const TYPES = { manifests: 'application/vnd.oci.image.manifest.v1+json', blobs: 'application/octet-stream' }

/** The digest that a name stands for; read anew each time, since images may be added while machines run. */
function digestOf(repository, reference) {
  if (reference.startsWith('sha256:')) return reference
  return JSON.parse(readFileSync(path.join(store, 'index.json'), 'utf8'))[`${repository}:${reference}`]
}

/** The part of a file that is asked for. */
function rangeOf(header, size) {
  const match = /^bytes=(\d+)-(\d*)$/.exec(header ?? '')
  if (match === null) return { status: 200, start: 0, end: size - 1 }
  const end = match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1)
  return { status: 206, start: Number(match[1]), end }
}

function answer(request, response) {
  const { pathname } = new URL(request.url, 'http://registry.invalid')
  if (pathname === '/v2/' || pathname === '/v2') return response.writeHead(200).end('{}')
  const [, repository, kind, reference] = /^\/v2\/(.+)\/(manifests|blobs)\/([^/]+)$/.exec(pathname) ?? []
  const digest = repository === undefined ? undefined : digestOf(repository, reference)
  const file = /^sha256:[0-9a-f]{64}$/.test(digest ?? '') ? path.join(store, 'blobs', digest.slice(7)) : undefined
  if (file === undefined || !existsSync(file)) return response.writeHead(404).end('{"errors":[{"code":"UNKNOWN"}]}')
  const { size } = statSync(file)
  const { status, start, end } = rangeOf(request.headers.range, size)
  response.writeHead(status, {
    'content-type': TYPES[kind],
    'content-length': end - start + 1,
    'docker-content-digest': digest,
    ...(status === 206 ? { 'content-range': `bytes ${start}-${end}/${size}` } : {}),
  })
  if (request.method === 'HEAD') return response.end()
  return createReadStream(file, { start, end }).pipe(response)
}

createServer((request, response) => {
  response.on('finish', () => console.log(new Date().toISOString(), request.method, request.url, response.statusCode))
  answer(request, response)
}).listen(Number(port), host, () => console.log(`serving ${store} on ${host}:${port}`))
