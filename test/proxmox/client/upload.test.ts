import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import {
  answer,
  type Certificates,
  clientOf,
  makeCertificates,
  refuse,
  type Seen,
  startServer,
  withServer,
} from './support.ts'

let certificates: Certificates
beforeAll(async () => {
  certificates = await makeCertificates()
})

const upload = { node: 'pve1', storage: 'local', content: 'iso', name: 'talos-1.13.iso' } as const
const content = randomBytes(300_000)

/** The parts of a multipart body in the order they were sent. */
function partsOf({ headers, bytes }: Seen) {
  const boundary = /boundary=(.*)/.exec(headers['content-type'] ?? '')?.[1]
  const text = bytes.toString('latin1')
  const sections = text.split(`--${boundary}`)
  expect([sections[0], sections.at(-1)]).toEqual(['', '--\r\n'])
  return sections.slice(1, -1).map((section) => {
    const end = section.indexOf('\r\n\r\n')
    const disposition = /form-data; (.*)\r\n/.exec(`${section.slice(0, end)}\r\n`)?.[1]
    return [disposition, Buffer.from(section.slice(end + 4, -2), 'latin1')] as const
  })
}

test('an upload has the fields in the order Proxmox wants, the file last, and its length announced', async () => {
  await withServer(
    certificates,
    (_, response) => answer(response, 'UPID'),
    async ({ client, server, lines }) => {
      expect(await client.upload({ ...upload, source: { bytes: content }, sha256: 'ab'.repeat(32) })).toBe('UPID')
      const [request] = server.seen
      if (request === undefined) throw new Error('nothing arrived')
      expect(request.url).toBe('/api2/json/nodes/pve1/storage/local/upload')
      expect(request.headers['content-length']).toBe(String(request.bytes.length))
      expect(request.headers['transfer-encoding']).toBeUndefined()
      const parts = partsOf(request)
      expect(parts.map(([disposition]) => disposition)).toEqual([
        'name="content"',
        'name="checksum-algorithm"',
        'name="checksum"',
        'name="filename"; filename="talos-1.13.iso"',
      ])
      expect(parts.slice(0, 3).map(([, value]) => value.toString())).toEqual(['iso', 'sha256', 'ab'.repeat(32)])
      expect(parts[3]?.[1].equals(content)).toBe(true)
      expect(lines[0]).toContain('content=iso filename=talos-1.13.iso bytes=')
    },
  )
})

test.each([content, Buffer.alloc(0)])('a file of %# is streamed as it is', async (bytes) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'talmox-upload-'))
  const file = path.join(folder, 'image')
  await writeFile(file, bytes)
  await withServer(
    certificates,
    (_, response) => answer(response, 'UPID'),
    async ({ client, server }) => {
      await client.upload({ ...upload, source: { file } })
      const [request] = server.seen
      if (request === undefined) throw new Error('nothing arrived')
      expect(partsOf(request).at(-1)?.[1].equals(bytes)).toBe(true)
    },
  )
  await rm(folder, { recursive: true })
})

test('a file that is not there, and a name that Proxmox would change, are refused before anything is sent', async () => {
  await withServer(
    certificates,
    (_, response) => answer(response, 'UPID'),
    async ({ client, server }) => {
      const missing = { ...upload, source: { file: '/nowhere/talos.iso' } }
      await expect(client.upload(missing)).rejects.toThrow('/nowhere/talos.iso cannot be uploaded: no such file')
      const odd = { ...upload, name: 'a"\r\nb.iso', source: { bytes: content } }
      await expect(client.upload(odd)).rejects.toMatchObject({ code: 'upload-name' })
      expect(server.seen).toEqual([])
    },
  )
})

test('a refusal before the file is through is the refusal, not a broken connection', async () => {
  const reason = 'Permission check failed (/storage/local, Datastore.AllocateTemplate)'
  const server = await startServer((_, response) => refuse(response, 403, reason), certificates, { eager: true })
  const { client } = clientOf([server])
  const large = { ...upload, source: { bytes: Buffer.alloc(20_000_000) } }
  await expect(client.upload(large)).rejects.toMatchObject({ code: 'proxmox-permission', reason })
  await server.close()
})
