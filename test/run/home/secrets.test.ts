import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { expect, test } from 'vitest'
import { homeOf, prepareHome } from '../../../src/run/home/home.ts'
import { findSecrets, openSecrets, readBundle } from '../../../src/run/home/secrets.ts'
import type { SecretSource } from '../../../src/spec/schema/values.ts'
import { formatSecrets } from '../../../src/talos/secrets/write.ts'
import { madeAt, testBundle } from '../../talos/support/bundle.ts'

const identity = await generateIdentity()
const recipient = await identityToRecipient(identity)

function newWorld(env: Readonly<Record<string, string>> = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'talmox-secrets-'))
  const warnings: string[] = []
  const surroundings = { env, folder, log: { warn: (text: string) => void warnings.push(text) }, now: madeAt }
  return { folder, home: homeOf(path.join(folder, 'cluster.yaml'), 'lab'), surroundings }
}

const talos = {
  version: 'v1.13.9',
  contract: 'v1.13',
  factory: 'https://factory.lan',
  discovery: true,
  kubePrism: undefined,
  hostDNS: undefined,
  apiAccess: undefined,
  configServer: undefined,
}
const plain = { secrets: { recipients: [], identity: undefined }, talos }

test('secrets of a cluster that exists are never made anew; the error says where they were and how to get them back', async () => {
  const { home, surroundings } = newWorld()
  const opening = openSecrets(home, plain, { ...surroundings, clusterExists: true })
  await expect(opening).rejects.toMatchObject({
    code: 'secrets-missing',
    message: `the cluster exists, but its secrets are not at ${home.secrets}`,
    hint: expect.stringContaining('talosctl gen secrets --from-controlplane-config'),
  })
})

test('a bundle that talosctl made and that was put into the home is used as it is', async () => {
  const { home, surroundings } = newWorld()
  const bundle = await testBundle()
  await prepareHome(home)
  writeFileSync(home.secrets, formatSecrets(bundle))
  const found = await openSecrets(home, plain, { ...surroundings, clusterExists: false })
  expect(found).toMatchObject({ bundle, created: false, encrypted: false })
})

const sources: readonly (readonly [string, SecretSource | undefined])[] = [
  ['a variable', { env: 'MY_IDENTITY' }],
  ['a file', { file: 'age.txt' }],
  ['a program', { command: ['cat', 'age.txt'] }],
  ['the usual variable', undefined],
]

test.each(sources)('secrets are encrypted to a recipient and opened with the identity of %s', async (_, source) => {
  const { folder, home, surroundings } = newWorld({ MY_IDENTITY: identity, TALMOX_AGE_IDENTITY: identity })
  writeFileSync(path.join(folder, 'age.txt'), `# created by age-keygen\n${identity}\n`, { mode: 0o600 })
  const wanted = { secrets: { recipients: [recipient], identity: source }, talos }
  await openSecrets(home, wanted, { ...surroundings, clusterExists: false, make: testBundle })
  expect(readFileSync(home.secrets, 'utf8')).toMatch(/^-----BEGIN AGE ENCRYPTED FILE-----/)
  expect(await findSecrets(home, wanted, surroundings)).toMatchObject({ bundle: await testBundle(), encrypted: true })
})

test('encrypted secrets without an identity say what is missing', async () => {
  const { home, surroundings } = newWorld({ TALMOX_AGE_IDENTITY: identity })
  const desired = { secrets: { recipients: [recipient], identity: undefined }, talos }
  await openSecrets(home, desired, { ...surroundings, clusterExists: false, make: testBundle })
  await expect(findSecrets(home, desired, { ...surroundings, env: {} })).rejects.toMatchObject({
    code: 'secrets-locked',
  })
})

test.each([
  ['is cut off', (text: string) => text.slice(0, 900), /cannot be used/],
  ['has lost a key', (text: string) => text.replace(/ {4}os:\n.*\n.*\n/, ''), /certs\.os\.crt: is missing/],
  ['was redacted', (text: string) => text.replace(/secret: .*/, "secret: '******'"), /was redacted/],
])('a bundle that %s is refused and nothing of it is shown', async (_, damage, reason) => {
  const { folder, surroundings } = newWorld()
  const bundle = await testBundle()
  const file = path.join(folder, 'secrets.yaml')
  writeFileSync(file, damage(formatSecrets(bundle)))
  const error: unknown = await readBundle(file, plain, surroundings).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: 'secrets-invalid', message: expect.stringMatching(reason) })
  expect(String(error)).not.toContain(bundle.bootstrapToken)
})

test('a bundle whose authorities have expired is refused', async () => {
  const { folder, surroundings } = newWorld()
  const file = path.join(folder, 'secrets.yaml')
  writeFileSync(file, formatSecrets(await testBundle()))
  const later = { ...surroundings, now: new Date('2037-01-01T00:00:00Z') }
  await expect(readBundle(file, plain, later)).rejects.toThrow(/certs\.etcd\.crt: expired on 2036-11-1\d/)
})
