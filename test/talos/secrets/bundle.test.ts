import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readPrivateKey } from '../../../src/talos/certificates/keys.ts'
import { createClusterId } from '../../../src/talos/secrets/create.ts'
import { parseSecrets } from '../../../src/talos/secrets/read.ts'
import { createToken, TOKEN } from '../../../src/talos/secrets/tokens.ts'
import { formatSecrets } from '../../../src/talos/secrets/write.ts'
import { madeAt, testBundle } from '../support/bundle.ts'
import { sharedData } from '../support/shared-data.ts'

const options = { source: 'secrets.yaml', now: madeAt }

test('a bundle is written with the keys, order and indentation of talosctl', async () => {
  const text = formatSecrets(await testBundle())
  expect(text.replace(/: [A-Za-z0-9+/_=.-]{23,}$/gm, ': …')).toBe(`cluster:
    id: …
    secret: …
secrets:
    bootstraptoken: …
    secretboxencryptionsecret: …
trustdinfo:
    token: …
certs:
    etcd:
        crt: …
        key: …
    k8s:
        crt: …
        key: …
    k8saggregator:
        crt: …
        key: …
    k8sserviceaccount:
        key: …
    os:
        crt: …
        key: …
`)
})

test('a bundle reads back as it was written', async () => {
  const bundle = await testBundle()
  expect(parseSecrets(formatSecrets(bundle), options)).toEqual(bundle)
})

test('the secrets of a new cluster have the sizes and kinds Talos uses', async () => {
  const bundle = await testBundle()
  expect(Buffer.from(bundle.cluster.secret, 'base64')).toHaveLength(32)
  expect(Buffer.from(bundle.encryption.secret, 'base64')).toHaveLength(32)
  expect(bundle.encryption.kind).toBe('secretbox')
  expect(bundle.bootstrapToken).toMatch(TOKEN)
  expect(bundle.trustdToken).toMatch(TOKEN)
  expect(bundle.serviceAccountKey).toContain('BEGIN RSA PRIVATE KEY')
  expect(readPrivateKey(bundle.serviceAccountKey).asymmetricKeyDetails?.modulusLength).toBe(4096)
})

test('the cluster id changes its alphabet with Talos 1.14', () => {
  const many = (version: string) => Array.from({ length: 50 }, () => createClusterId(version)).join('\n')
  expect(many('v1.13.9')).toMatch(/^([\w-]{43}=\n?){50}$/)
  expect(many('v1.14')).toMatch(/^([A-Za-z0-9+/]{43}=\n?){50}$/)
  expect(() => createClusterId('newest')).toThrow('"newest" is not a Talos version')
})

test('every character of a token is equally likely', () => {
  const counts = new Map<string, number>()
  const tokens = 3000
  for (const letter of Array.from({ length: tokens }, createToken).join('').replaceAll('.', '')) {
    counts.set(letter, (counts.get(letter) ?? 0) + 1)
  }
  const expected = (tokens * 22) / 36
  const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
  expect(counts.size).toBe(36)
  // A fair alphabet exceeds 110 at 35 degrees of freedom less than once in 10^9 runs; folding 256 onto 36 gives above 150.
  expect(chiSquare).toBeLessThan(110)
})

test('a token or id of any form survives the file, also one that looks like a number', async () => {
  const bundle = await testBundle()
  const letter = fc.constantFrom(...'0123456789abcdefghijklmnopqrstuvwxyz')
  const token = fc
    .tuple(
      fc.string({ unit: letter, minLength: 6, maxLength: 6 }),
      fc.string({ unit: letter, minLength: 16, maxLength: 16 }),
    )
    .map((parts) => parts.join('.'))
  const numeric = fc.constantFrom('123456.1234567890123456', '123456.123456789e123456', '000000.0000000000000000')
  const id = fc.oneof(
    fc.base64String({ minLength: 44, maxLength: 44 }),
    fc.constantFrom("---it's", 'null', '- x: #', '0x1F'),
  )
  fc.assert(
    fc.property(fc.oneof(token, numeric), id, (bootstrapToken, clusterId) => {
      const odd = { ...bundle, bootstrapToken, cluster: { ...bundle.cluster, id: clusterId } }
      const text = formatSecrets(odd)
      expect(parse(text).secrets.bootstraptoken).toBe(bootstrapToken)
      expect(parse(text).cluster.id).toBe(clusterId)
      expect(parseSecrets(text, options)).toEqual(odd)
    }),
    { numRuns: 20 },
  )
})

test('the etcd encryption of an old cluster is kept', async () => {
  const old = {
    ...(await testBundle()),
    encryption: { kind: 'aescbc', secret: Buffer.alloc(32, 7).toString('base64') },
  } as const
  const text = formatSecrets(old)
  expect(text).toContain('    aescbcencryptionsecret: BwcH')
  expect(text).not.toContain('secretbox')
  expect(parseSecrets(text, options)).toEqual(old)
})

const theirs = ['stability/secrets.yaml', 'goldens/secrets.yaml'].map((name) => ({ name, file: sharedData(name) }))

test.each(theirs.filter(({ file }) => file !== undefined))(
  '$name of Talos is written back byte for byte',
  ({ file }) => {
    const text = readFileSync(file ?? '', 'utf8')
    const withoutComments = text.replace(/^#.*\n/gm, '')
    expect(formatSecrets(parseSecrets(text, options))).toBe(withoutComments)
  },
)
