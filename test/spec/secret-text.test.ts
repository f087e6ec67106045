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
