import { expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { createAuthority } from '../../../src/talos/certificates/authorities.ts'
import { issueTalosClient } from '../../../src/talos/certificates/client.ts'
import { parseSecrets } from '../../../src/talos/secrets/read.ts'
import { formatSecrets } from '../../../src/talos/secrets/write.ts'
import { UserError } from '../../../src/user-error.ts'
import { madeAt, testBundle } from '../support/bundle.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')

interface Tree {
  [key: string]: Tree | string
}

/** The text of a good bundle after `change` has spoilt it. */
async function spoilt(change: (bundle: { [section: string]: Tree }) => void): Promise<string> {
  const tree = parse(formatSecrets(await testBundle()))
  change(tree)
  return stringify(tree)
}

function problemsOf(text: string, now = madeAt): string[] {
  try {
    parseSecrets(text, { source: 'home/secrets.yaml', now })
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    expect(error.code).toBe('secrets-invalid')
    expect(error.hint).toMatch(/backup/)
    const [head, ...problems] = error.message.split('\n  ')
    expect(head).toBe('the secrets bundle home/secrets.yaml cannot be used:')
    return problems
  }
  return []
}

test('everything wrong is reported at once', async () => {
  const stranger = await createAuthority('k8s', madeAt)
  const client = await issueTalosClient(await createAuthority('os', madeAt), ['os:admin'], { now: madeAt })
  const brokenPem = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n'
  const text = await spoilt((bundle) => {
    bundle.cluster = { id: ' ', secret: base64('short') }
    bundle.secrets = { bootstraptoken: 'ABC.def' }
    delete bundle.trustdinfo
    bundle.certs = {
      ...bundle.certs,
      etcd: { crt: base64(brokenPem), key: '******' },
      k8s: { ...Object(bundle.certs?.k8s), key: base64(stranger.key) },
      k8saggregator: { crt: base64(brokenPem), key: base64(stranger.key) },
      k8sserviceaccount: { key: base64('-----BEGIN RSA PRIVATE KEY-----\nMIIB\n-----END RSA PRIVATE KEY-----\n') },
      os: { crt: base64(client.crt), key: base64(client.key) },
    }
    bundle.extra = { note: 'mine' }
  })
  expect(problemsOf(text)).toEqual([
    'cluster.id: is empty',
    'cluster.secret: is not base64 of 32 bytes',
    'secrets.bootstraptoken: is not a token of the form abcdef.0123456789abcdef',
    'trustdinfo.token: is missing',
    'certs.etcd.key: was redacted when this file was written; take it from the original',
    'an unknown key on line 21: is no part of a secrets bundle and would be lost',
    'secrets: needs either secretboxencryptionsecret or aescbcencryptionsecret, but neither is there',
    'certs.k8s.key: does not belong to certs.k8s.crt; one of the two is from another cluster or an older authority',
    'certs.k8saggregator.crt: is broken and cannot be read as a certificate',
    'certs.os.crt: is not a certificate authority',
    'certs.k8sserviceaccount.key: is broken and cannot be read as a private key',
  ])
})

test('an expired authority is named with its date', async () => {
  const text = formatSecrets(await testBundle())
  expect(problemsOf(text, new Date('2036-11-12T11:59:59Z'))).toEqual([])
  const problems = problemsOf(text, new Date('2036-11-12T12:00:00Z'))
  expect(problems).toHaveLength(4)
  expect(problems[0]).toMatch(/^certs\.etcd\.crt: expired on 2036-11-12; /)
})

test('both kinds of etcd encryption at once are refused, since Talos would take one and ignore the other', async () => {
  const text = await spoilt(({ secrets }) =>
    Object.assign(Object(secrets), { aescbcencryptionsecret: base64('0123456789abcdef') }),
  )
  expect(problemsOf(text)).toEqual([
    'secrets: needs either secretboxencryptionsecret or aescbcencryptionsecret, but both are there',
  ])
})

test('a private key where a certificate belongs is noticed', async () => {
  const text = await spoilt(({ certs }) =>
    Object.assign(Object(certs), { os: { ...Object(certs?.os), crt: Object(certs?.os).key } }),
  )
  expect(problemsOf(text)).toEqual(['certs.os.crt: is base64 of something that is not PEM of the right kind'])
})

test.each([
  ['cluster:\n  id: "unclosed-secret-value', ['line 2: is not valid YAML (MISSING_CHAR)']],
  ['cluster:\n  id: one-secret\n  id: two-secret\n', ['line 3: is not valid YAML (DUPLICATE_KEY)']],
  ['just a secret sentence', ['the file: is not a mapping']],
  ['', ['the file: is not a mapping']],
  ['cluster: [secret]\n', ['cluster: is not text']],
])('what is not a bundle at all is refused: %j', (text, problems) => {
  expect(problemsOf(text)).toEqual(problems)
})

test('a file encrypted with sops is recognised', () => {
  expect(() =>
    parseSecrets('cluster:\n  id: ENC[x]\nsops:\n  mac: y\n', { source: 'secrets.yaml', now: madeAt }),
  ).toThrow('the secrets bundle secrets.yaml is encrypted with sops')
})

test('no message shows any value of the file', async () => {
  const good = formatSecrets(await testBundle())
  const values = [...good.matchAll(/: (\S{20,})$/gm)].map((match) => match[1] ?? '')
  expect(values).toHaveLength(14)
  for (const value of values) {
    const changed = `x${value.slice(1, -5)}!`
    const text = good.replace(value, changed)
    const message = problemsOf(text).join('\n')
    for (const part of [changed, changed.slice(0, 20), value.slice(1, 21)]) expect(message).not.toContain(part)
  }
})

test.each([
  ['trustdinfo: {token:abcdef.0123456789abcdef}\n', 1],
  ['trustdinfo:\n  ? {secret: abcdef}\n  : x\n', 2],
  ['abcdef: x\n', 1],
  ['cluster:\n  constructor: x\n', 2],
  ['"cluster.id": x\n', 1],
])('a key that no bundle has is named by its line alone, since it may be a secret: %j', (text, line) => {
  const problems = problemsOf(text)
  expect(problems).toContain(`an unknown key on line ${line}: is no part of a secrets bundle and would be lost`)
  expect(problems).toContain('cluster.id: is missing')
  expect(problems.filter((problem) => /abcdef: |secret: abcdef|token:abcdef|constructor/.test(problem))).toEqual([])
})

test('a file encrypted with sops is recognised by its lists too', () => {
  const text = 'cluster:\n  id: ENC[x]\nsops:\n  age:\n    - recipient: age1x\n  mac: y\n'
  expect(() => parseSecrets(text, { source: 'secrets.yaml', now: madeAt })).toThrow('is encrypted with sops')
})
