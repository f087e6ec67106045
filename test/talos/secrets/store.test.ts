import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadOrCreate, loadSecrets, type SecretsStore, secretsPath } from '../../../src/talos/secrets/store.ts'
import { formatSecrets } from '../../../src/talos/secrets/write.ts'
import { madeAt, testBundle } from '../support/bundle.ts'

let home: string
beforeEach(async () => {
  home = path.join(await mkdtemp(path.join(tmpdir(), 'talmox-store-')), 'homelab')
})
afterEach(() => rm(path.dirname(home), { recursive: true }))

const plain = (): SecretsStore => ({ home, recipients: [], identity: undefined, now: madeAt })
const fresh = { clusterExists: false, talosVersion: 'v1.13.9' }

/** Stores the secrets of a new cluster, which are those of every test. */
const made = (store: SecretsStore) => loadOrCreate({ ...store, ...fresh, make: testBundle })

async function encrypted(): Promise<SecretsStore & { identityText: string; recipient: string }> {
  const identityText = await generateIdentity()
  const recipient = await identityToRecipient(identityText)
  const identity = { from: 'variable', name: 'AGE_IDENTITY', value: identityText } as const
  return { ...plain(), recipients: [recipient], identity, identityText, recipient }
}

test('secrets of a new cluster are made once, stored privately and found again', async () => {
  const first = await loadOrCreate({ ...plain(), ...fresh })
  expect(first).toMatchObject({ created: true, encrypted: false, path: path.join(home, 'secrets.yaml') })
  expect(((await stat(first.path)).mode & 0o777).toString(8)).toBe('600')
  expect(((await stat(home)).mode & 0o777).toString(8)).toBe('700')
  const second = await loadOrCreate({ ...plain(), ...fresh, clusterExists: true })
  expect(second).toEqual({ ...first, created: false })
})

test('two processes that start at once end up with the same secrets', async () => {
  const both = await Promise.all([loadOrCreate({ ...plain(), ...fresh }), loadOrCreate({ ...plain(), ...fresh })])
  expect(both.map(({ created }) => created).sort()).toEqual([false, true])
  expect(both[0].bundle).toEqual(both[1].bundle)
})

test('missing secrets of an existing cluster are never made anew', async () => {
  const attempt = loadOrCreate({ ...plain(), ...fresh, clusterExists: true })
  await expect(attempt).rejects.toMatchObject({
    code: 'secrets-missing',
    message: `the cluster exists, but its secrets are not at ${secretsPath(home)}`,
    hint: expect.stringMatching(/copy the file there .* --from-controlplane-config .* none were made/),
  })
  expect(await loadSecrets(plain())).toBeUndefined()
})

test('broken secrets are reported, not replaced', async () => {
  await mkdir(home)
  await writeFile(secretsPath(home), 'cluster: {}\n')
  await expect(loadOrCreate({ ...plain(), ...fresh })).rejects.toMatchObject({ code: 'secrets-invalid' })
  expect(await readFile(secretsPath(home), 'utf8')).toBe('cluster: {}\n')
})

test('with a recipient the file is an armored age file that only the identity opens', async () => {
  const store = await encrypted()
  const bundle = await testBundle()
  await made(store)
  const text = await readFile(secretsPath(home), 'utf8')
  expect(text).toMatch(/^-----BEGIN AGE ENCRYPTED FILE-----\n[\s\S]+\n-----END AGE ENCRYPTED FILE-----\n$/)
  expect(text).not.toContain(bundle.cluster.secret)
  expect(await loadSecrets(store)).toEqual({ bundle, path: secretsPath(home), encrypted: true })
  await expect(loadSecrets(plain())).rejects.toMatchObject({ code: 'secrets-locked' })
  const { identity } = await encrypted()
  await expect(loadSecrets({ ...store, identity })).rejects.toThrow(
    'the age identity in the environment variable AGE_IDENTITY',
  )
})

test('an identity file as age-keygen writes it opens the secrets', async () => {
  const store = await encrypted()
  await made(store)
  const file = path.join(home, 'key.txt')
  await writeFile(file, `# created: 2026-11-15T12:00:00Z\n# public key: ${store.recipient}\n${store.identityText}\n`)
  const found = await loadSecrets({ ...store, identity: { from: 'file', path: file } })
  expect(found?.bundle).toEqual(await testBundle())
})

test.each([
  ['no identity', undefined],
  ['an empty variable', { from: 'variable', name: 'AGE_IDENTITY', value: undefined }],
  ['a recipient instead of an identity', { from: 'variable', name: 'AGE_IDENTITY', value: 'age1qqqq' }],
  ['a mistyped identity', { from: 'variable', name: 'AGE_IDENTITY', value: 'AGE-SECRET-KEY-1QQQQ' }],
  ['a file that is not there', { from: 'file', path: '/nowhere/key.txt' }],
] as const)('secrets that could not be opened again are not stored: %s', async (_, identity) => {
  const store = { ...(await encrypted()), identity }
  await expect(made(store)).rejects.toMatchObject({
    name: 'UserError',
    hint: expect.any(String),
  })
  expect(await loadSecrets(plain())).toBeUndefined()
})

test('a recipient that is none is named', async () => {
  const store = { ...(await encrypted()), recipients: ['age1notreally'] }
  await expect(made(store)).rejects.toThrow('"age1notreally" is not an age recipient')
})

test('a damaged encrypted file is a message, not a crash', async () => {
  const store = await encrypted()
  await made(store)
  const text = await readFile(secretsPath(home), 'utf8')
  await writeFile(secretsPath(home), text.slice(0, 400))
  await expect(loadSecrets(store)).rejects.toMatchObject({
    code: 'secrets-locked',
    hint: expect.stringMatching(/backup/),
  })
})

test('plain secrets are used as they are when recipients are configured later', async () => {
  await mkdir(home)
  await writeFile(secretsPath(home), formatSecrets(await testBundle()))
  expect(await loadSecrets(await encrypted())).toMatchObject({ bundle: await testBundle(), encrypted: false })
})

test('a folder in the place of the secrets is a message, not a crash', async () => {
  await mkdir(secretsPath(home), { recursive: true })
  await expect(loadSecrets(plain())).rejects.toMatchObject({ code: 'secrets-unreadable' })
})
