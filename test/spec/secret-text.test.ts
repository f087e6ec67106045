import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maskSecrets, secretIn } from '../../src/spec/secret-text.ts'

const pem = '-----BEGIN EC PRIVATE KEY-----\nMHcCAQEE\n-----END EC PRIVATE KEY-----\n'
const uuid = '0e1d2c3b-4a59-6877-8695-a4b3c2d1e0f9'

describe('a value is taken for a secret', () => {
  test.each([
    ['any', pem, 'a private key'],
    ['key', Buffer.from(pem).toString('base64'), 'a private key'],
    ['any', `root@pam!talmox=${uuid}`, 'a Proxmox API token'],
    ['any', `PVEAPIToken=root@pam!talmox=${uuid}`, 'a Proxmox API token'],
    ['password', 'hunter22', 'a password'],
    ['cipassword', 'x', 'a password'],
    ['token', 'abcdef.0123456789abcdef', 'a secret'],
    ['clusterSecret', 'jE3kfJ0v8Yz6m1q5w2x9Bt7uN4cR8sLdQ0aHgVbKpXo=', 'a secret'],
    ['secret_key', '0123456789abcdef0123456789abcdef', 'a secret'],
    ['apiToken', `root@pam!ci = ${uuid}`, 'a Proxmox API token'],
    ['tokenSecret', uuid, 'a secret'],
    ['endpoint', 'https://root:Hunter2@pve.lan:8006', 'a password'],
    ['any', `AGE-SECRET-KEY-1${'QYQSZQGPQYQSZQGP'.repeat(3)}`, 'a private key'],
    ['any', `ghp_${'a1B2'.repeat(9)}`, 'a secret'],
    ['oidc-client-secret', 'Hunter2Client', 'a secret'],
  ])('under %s: %s', (key, value, secret) => {
    expect(secretIn(key, value)).toBe(secret)
  })
})

describe('a value is not taken for a secret', () => {
  test.each([
    ['token', 'PROXMOX_VE_API_TOKEN'],
    ['file', '~/.config/talmox/token'],
    ['password', '$PASSWORD'],
    ['password', '{{ .password }}'],
    ['key', 'node-role.kubernetes.io/control-plane'],
    ['checksum', `sha256:${'0123456789abcdef'.repeat(4)}`],
    ['crt', Buffer.from('-----BEGIN CERTIFICATE-----\n').toString('base64')],
    ['endpoint', 'https://root:<password>@pve.lan:8006'],
    ['issuer', `https://id.example.com/${uuid}`],
  ])('under %s: %s', (key, value) => {
    expect(secretIn(key, value)).toBeUndefined()
  })
})

describe('a shown line hides', () => {
  test.each([
    [
      'a token and keeps its name',
      `  token: root@pam!talmox=${uuid} # mine`,
      `  token: root@pam!talmox=${'•'.repeat(36)} # mine`,
    ],
    ['a password in quotes', '{ user: me, password: "hunter22" }', '{ user: me, password: "••••••••" }'],
    ['a line of a private key', `    ${'aB3'.repeat(20)}aB3d`, `    ${'•'.repeat(64)}`],
    [
      'an encoded private key',
      `key: ${Buffer.from(pem).toString('base64')}`,
      `key: ${'•'.repeat(Buffer.from(pem).toString('base64').length)}`,
    ],
  ])('%s', (_, line, shown) => {
    expect(maskSecrets(line)).toBe(shown)
  })

  const hunter = 'Hunter2Secret'
  test.each([
    ['a password in a flow map of annotations', `annotations: {password: ${hunter}}`],
    ['a password in a flow map of credentials', `proxmox: {credentials: {password: ${hunter}}}`],
    ['a password in a flow list of maps', `users: [{password: ${hunter}}]`],
    ['a password in a flow map without spaces', `{"labels":{"password":"${hunter}"}}`],
    ['all words of a password in double quotes', `password: "correct \\" ${hunter}" # mine`],
    ['all words of a password in single quotes', `{ password: 'correct '' ${hunter}', user: me }`],
    ['all words of a password without quotes', `password: correct, horse, ${hunter} # mine`],
    ['a password with a comma', `kernelArgs: [foo.password=a,${hunter}]`],
    ['the password of a URL', `endpoint: https://root:${hunter}@pve.lan:8006`],
    ['the password of a URL that has an @ in it', `endpoints: ["https://root:p@${hunter}@registry.lan"]`],
    ['a text where the source of a one-time code belongs', `{ totp: ${hunter} }`],
    ['a text where the source of a passphrase belongs', `state: [{static: ${hunter}}]`],
    ['a text where the source of a token belongs', `  from: "${hunter}"`],
    ['a variable among others that NUL divides', `A=b\0DB_PASSWORD=${hunter}\0C=d`],
    ['a UUID that is the secret of a token', `tokenSecret: ${uuid}`],
    ['a token written with spaces', `apiToken: "root@pam!ci = ${uuid}"`],
    ['an age key', `recipient AGE-SECRET-KEY-1${hunter.toUpperCase()}`],
    ['a token of a forge', `GITHUB_TOKEN=ghp_${hunter}aB3dE5fG7hJ9`],
  ])('%s', (_, line) => {
    const shown = maskSecrets(line)
    expect(shown).toHaveLength(line.length)
    expect(shown.toLowerCase()).not.toContain(hunter.toLowerCase())
    expect(shown).not.toContain(uuid)
  })

  test('only what belongs to the value of a flow map', () => {
    expect(maskSecrets('{ password: one two, user: me } # mine')).toBe('{ password: •••••••, user: me } # mine')
  })

  test('a list where a text was meant', () => {
    expect(maskSecrets('password: [one, two] # mine')).toBe('password: [••••••••] # mine')
    expect(maskSecrets('token: ["abcdef.0123456789abcdef"]')).toBe(`token: ["${'•'.repeat(23)}"]`)
    expect(maskSecrets('keys: [one, two]')).toBe('keys: [one, two]')
  })

  test('nothing else', () => {
    const line = 'proxmox: { endpoint: "https://pve1.lan:8006", credentials: { from: { env: PROXMOX_VE_API_TOKEN } } }'
    expect(maskSecrets(line)).toBe(line)
    const checksum = `checksum: sha256:${'0123456789abcdef'.repeat(4)}`
    expect(maskSecrets(checksum)).toBe(checksum)
  })
})

test('hiding never moves anything, and never shows the secret part of a token', () => {
  const around = fc.string({ maxLength: 30 })
  fc.assert(
    fc.property(around, fc.uuid(), around, (before, secret, after) => {
      const line = `${before} root@pam!ci=${secret} ${after}`
      const shown = maskSecrets(line)
      expect(shown).toHaveLength(line.length)
      expect(shown).not.toContain(secret)
    }),
  )
})
