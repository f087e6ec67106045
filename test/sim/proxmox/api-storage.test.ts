import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Ask, type Running, smallWorld, withWorld } from '../harness.ts'

function multipart(fields: readonly (readonly [string, string])[], filename: string, body: string): Ask {
  const parts = fields.map(
    ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const file = `--b\r\nContent-Disposition: form-data; name="filename"; filename="${filename}"\r\nContent-Type: x/y\r\n\r\n${body}\r\n--b--\r\n`
  return { body: parts.join('') + file, headers: { 'Content-Type': 'multipart/form-data; boundary=b' } }
}

async function ended({ sim }: Running, upid: unknown) {
  await sim.workers.ended(String(upid))
  return sim.world.tasks.find((task) => task.upid === upid)
}

const UPLOAD = '/nodes/pve1/storage/local/upload'

test('an upload becomes a volume, and its checksum is looked at', () =>
  withWorld(async (running) => {
    const { data, ask } = running
    const sha256 = createHash('sha256').update('hello').digest('hex')
    const fields = [
      ['content', 'iso'],
      ['checksum-algorithm', 'sha256'],
      ['checksum', sha256],
    ] as const
    const good = await ended(running, await data('POST', UPLOAD, multipart(fields, 'a b.iso', 'hello')))
    expect(good?.type).toBe('imgcopy')
    expect(good?.status).toBe('OK')
    expect(await data('GET', '/nodes/pve1/storage/local/content')).toMatchObject([
      { volid: 'local:iso/a_b.iso', size: 5 },
    ])
    const bad = await ended(running, await data('POST', UPLOAD, multipart(fields, 'c.iso', 'other')))
    expect(bad?.status).toMatch(/^checksum mismatch: got '[0-9a-f]{64}' != expect '[0-9a-f]{64}'$/)
    const wrong = await ask('POST', UPLOAD, multipart([['content', 'iso']], 'x.txt', '1'))
    expect(JSON.parse(wrong.text).errors).toEqual({ filename: 'wrong file extension' })
    const snippet = await ask('POST', UPLOAD, multipart([['content', 'snippets']], 'x.yaml', '1'))
    expect(JSON.parse(snippet.text).errors.content).toContain("'iso, vztmpl, import'")
  }))

test('who may not upload hears so before sending, without a body', () =>
  withWorld(async ({ ask }) => {
    const answer = await ask('POST', UPLOAD, {
      as: 'nobody@pve!none',
      ...multipart([['content', 'iso']], 'x.iso', '1'),
    })
    expect([answer.status, answer.reason, answer.text]).toEqual([
      403,
      'Permission check failed (/storage/local, Datastore.AllocateTemplate)',
      '',
    ])
  }))

const image = { size: 1000, image_bytes: 5000, sha256: 'ab'.repeat(32) }
const withWeb = { ...smallWorld, urls: { 'http://web.test/talos.qcow2': image } }
const DOWNLOAD = '/nodes/pve1/storage/local/download-url'

test('a download finds what the world serves, once', () =>
  withWorld(async (running) => {
    const { data } = running
    const form = { content: 'import', filename: 'talos.qcow2', url: 'http://web.test/talos.qcow2' }
    const checked = { ...form, checksum: image.sha256, 'checksum-algorithm': 'sha256' }
    const first = await ended(running, await data('POST', DOWNLOAD, { form: checked }))
    expect(first?.status).toBe('OK')
    const again = await ended(running, await data('POST', DOWNLOAD, { form: checked }))
    expect(again?.log.at(-1)).toBe(
      'calculating checksum of existing file...OK, got correct file already, no need to download',
    )
    const blind = await ended(running, await data('POST', DOWNLOAD, { form }))
    expect(blind?.status).toBe("refusing to override existing file '/var/lib/vz/import/talos.qcow2'")
    const other = await ended(
      running,
      await data('POST', DOWNLOAD, { form: { ...checked, checksum: 'cd'.repeat(32) } }),
    )
    expect(other?.status).toBe(`checksum mismatch: got '${image.sha256}' != expect '${'cd'.repeat(32)}', aborting`)
    expect(await data('GET', '/nodes/pve1/storage/local/content/local:import%2Ftalos.qcow2')).toMatchObject({
      size: 5000,
      format: 'qcow2',
    })
  }, withWeb))

test.each([
  [{ url: 'http://nowhere.test/x.iso' }, 'download failed: Connecting to nowhere.test... failed: Connection refused.'],
  [{ url: 'http://web.test/none.iso' }, expect.stringMatching(/^download failed: \S+ \S+ ERROR 404: Not Found\.$/)],
  [{ compression: 'xz' }, 'no decompression method found'],
  [{ compression: 'gz', content: 'import', filename: 'x.raw' }, 'decompression not supported for import'],
])('a download with %j fails in its task', (change, status) =>
  withWorld(async (running) => {
    const form = { content: 'iso', filename: 'x.iso', url: 'http://web.test/talos.qcow2', ...change }
    const task = await ended(running, await running.data('POST', DOWNLOAD, { form }))
    expect(task?.status).toEqual(status)
  }, withWeb),
)

test('only storages of files take downloads', () =>
  withWorld(async ({ ask }) => {
    const form = { content: 'iso', filename: 'x.iso', url: 'http://web.test/x' }
    const answer = await ask('POST', '/nodes/pve1/storage/thin/download-url', { form })
    expect(answer.reason).toBe("can't upload to storage type 'lvmthin', not a file based storage!")
  }))

test('a storage definition is made, changed and removed', () =>
  withWorld(async ({ ask, data }) => {
    const form = { storage: 'nas', type: 'nfs', server: '10.0.0.5', export: '/srv', content: 'iso,images' }
    expect(await data('POST', '/storage', { form })).toEqual({ storage: 'nas', type: 'nfs' })
    expect((await ask('POST', '/storage', { form })).reason).toBe(
      "create storage failed: storage ID 'nas' already defined",
    )
    await data('PUT', '/storage/nas', { form: { content: 'iso', nodes: 'pve1' } })
    expect(await data('GET', '/storage/nas')).toMatchObject({ content: 'iso', nodes: 'pve1', server: '10.0.0.5' })
    await data('PUT', '/storage/nas', { form: { delete: 'nodes' } })
    expect(await data('GET', '/storage/nas')).not.toHaveProperty('nodes')
    await data('DELETE', '/storage/nas')
    expect((await ask('GET', '/storage/nas')).reason).toBe("storage 'nas' does not exist")
  }))

test('who asks for the volumes of one guest gets no installation media', () =>
  withWorld(async ({ sim, data }) => {
    const file = { storage: 'local', node: 'pve1', sizeBytes: 1, usedBytes: 1, ctime: 0 }
    sim.world.volumes.push(
      { ...file, name: 'iso/boot.iso', content: 'iso', format: 'iso' },
      { ...file, name: 'import/disk.raw', content: 'import', format: 'raw' },
    )
    const volids = (rows: unknown) => (Array.isArray(rows) ? rows.map(({ volid }) => volid) : rows)
    const at = '/nodes/pve1/storage/local/content'
    expect(volids(await data('GET', at))).toEqual(['local:iso/boot.iso', 'local:import/disk.raw'])
    expect(volids(await data('GET', `${at}?vmid=100`))).toEqual(['local:import/disk.raw'])
  }))
