import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { knownVersions } from '../../../sim/factory/catalogue.ts'
import { factoryFetcher } from '../../../sim/factory/fetcher.ts'
import { imageBytes, imageChecksum, imageHead, readImageHead } from '../../../sim/factory/image-bytes.ts'
import { answerFactory } from '../../../sim/factory/routes.ts'
import { findSchematic, keepSchematic } from '../../../sim/factory/schematics.ts'
import { worldFetcher } from '../../../sim/proxmox/fetcher.ts'
import { emptyWorld } from '../../../sim/world/world.ts'
import { officialExtensions } from '../../../src/resolve/official-extensions.ts'

const world = () => emptyWorld('9.2', 'key')
const ID = 'ce4c980550dd2ab1b17bbf2b08801c7eb59418eafe8f279833297925d67c7515'
const AGENT = 'customization: { systemExtensions: { officialExtensions: [siderolabs/qemu-guest-agent] } }'

function ask(method: string, path: string, body = '', on = world()) {
  const [pathname = '', query] = path.split('?')
  return answerFactory(on, { method, path: pathname, query: new URLSearchParams(query), body })
}

test('a schematic is kept under the id of its canonical form, whatever its writing', () => {
  const here = world()
  const written = `# a comment\n${AGENT}\n`
  expect(ask('POST', '/schematics', written, here)).toMatchObject({ status: 201 })
  expect(ask('GET', `/schematics/${ID}`, '', here)).toEqual({
    status: 200,
    type: 'application/yaml',
    body: 'customization:\n    systemExtensions:\n        officialExtensions:\n            - siderolabs/qemu-guest-agent\n',
  })
  expect(findSchematic(here, ID)).toEqual({ extensions: ['siderolabs/qemu-guest-agent'], kernelArgs: [] })
  expect(keepSchematic(here, '')?.id).toMatch(/^376567988/)
  expect(keepSchematic(here, '{"customization": {}}')?.id).toMatch(/^376567988/)
  expect(findSchematic(here, '0'.repeat(64))).toBeUndefined()
})

test.each([
  'customization: { foo: 1 }',
  'extensions: []',
  '[',
  '- a',
  'customization: { meta: [{ key: 300, value: a }] }',
])('what is no schematic is refused: %s', (text) =>
  expect(ask('POST', '/schematics', text)).toMatchObject({ status: 400 }),
)

test('every version has extensions, all of which the cluster file may name', () => {
  const official = new Set(officialExtensions().map((name) => `siderolabs/${name}`))
  for (const version of knownVersions()) {
    const answer = ask('GET', `/version/${version}/extensions/official`)
    if (!('body' in answer)) throw new Error('no list')
    const names: string[] = JSON.parse(answer.body).map(({ name }: { name: string }) => name)
    expect(names).toContain('siderolabs/qemu-guest-agent')
    expect(names.filter((name) => !official.has(name))).toEqual([])
  }
  expect(ask('GET', '/version/v1.99.0/extensions/official')).toMatchObject({ status: 404 })
})

const IMAGE = `/image/${ID}/v1.12.4/nocloud-amd64.qcow2`

test('an image is served once its schematic is known, and refused with the reason otherwise', () => {
  const here = world()
  const status = (path: string, method = 'GET') => {
    const answer = ask(method, path, '', here)
    return 'status' in answer ? answer.status : 200
  }
  expect(status(IMAGE)).toBe(404)
  keepSchematic(here, AGENT)
  const newer = keepSchematic(here, 'customization: { systemExtensions: { officialExtensions: [siderolabs/uhid] } }')
  expect(status(IMAGE)).toBe(200)
  expect(status(IMAGE, 'HEAD')).toBe(200)
  expect(status(IMAGE, 'POST')).toBe(405)
  expect(status(IMAGE.replace('v1.12.4', 'v1.12.99'))).toBe(404)
  expect(status(IMAGE.replace('v1.12.4', 'latest'))).toBe(500)
  expect(status(IMAGE.replace('amd64', 'mips'))).toBe(400)
  expect(status(`${IMAGE}.sha256`)).toBe(402)
  expect(status(IMAGE.replace(ID, 'abc'))).toBe(400)
  expect(status(`/image/${newer?.id}/v1.12.4/nocloud-amd64.iso`)).toBe(400)
  expect(status(`/image/${newer?.id}/v1.13.0/nocloud-amd64.iso`)).toBe(200)
  expect(status('/nothing')).toBe(404)
})

test('hosts find images by the address of the factory, and everything else as before', async () => {
  const here = { ...world(), urls: { 'https://web.test/x.iso': { sizeBytes: 5, checksums: {} } } }
  keepSchematic(here, AGENT)
  const fetch = factoryFetcher(here, worldFetcher(here))
  expect(await fetch(`https://factory.talos.dev${IMAGE}`)).toMatchObject({
    content: { sizeBytes: 330 * 1024 ** 2, imageBytes: 1246 * 1024 ** 2, image: { schematic: ID, kind: 'disk' } },
  })
  expect(await fetch(`https://factory.talos.dev${IMAGE.replace('qcow2', 'exe')}`)).toEqual({
    failure: 'ERROR 400: Bad Request.',
  })
  expect(await fetch('https://web.test/x.iso')).toEqual({ content: { sizeBytes: 5, checksums: {} } })
  expect(await fetch('https://elsewhere.test/x.iso')).toHaveProperty('failure')
})

test('the bytes of an image tell what it is, and its checksum is theirs', () => {
  const image = {
    schematic: ID,
    version: 'v1.12.4',
    arch: 'amd64',
    platform: 'nocloud',
    secureBoot: false,
    kind: 'disk',
  } as const
  const bytes = Buffer.concat([...imageBytes(imageHead(image, 'a.qcow2'), 600_000)])
  expect(bytes.length).toBe(600_000)
  expect(readImageHead(bytes)).toEqual(image)
  expect(bytes.readBigUInt64BE(24)).toBe(BigInt(1246 * 1024 ** 2))
  expect(imageChecksum(image, 'a.qcow2', 600_000, 'sha256')).toBe(createHash('sha256').update(bytes).digest('hex'))
  expect(readImageHead(Buffer.from('hello'))).toBeUndefined()
})
