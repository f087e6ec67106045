import { expect, test } from 'vitest'
import { concealSecrets } from '../../../src/talos/render/conceal.ts'
import { createRedaction } from '../../../src/world/redaction.ts'
import { testOnlySecrets } from '../support/test-only.ts'

const { mask } = createRedaction(['known-secret'])
const { crt, key } = testOnlySecrets.authorities.os
const base64 = (text: string) => Buffer.from(text).toString('base64')

test.each([
  ['a known secret', 'content', 'known-secret', '******'],
  ['a known secret in a text', 'content', 'a known-secret b', 'a ****** b'],
  ['an unknown secret beside a known one', 'content', 'known-secret\npassword: hunter2', '******\npassword: •••••••'],
  ['a password', 'password', 'hunter2', '******'],
  ['a password of digits', 'password', 12345678, '******'],
  ['the login of a registry', 'auth', 'bWU6aHVudGVyMg==', '******'],
  ['the token of a registry', 'identityToken', 'my-token', '******'],
  ['a private key', 'ca', base64(key), '******'],
  ['a private key behind a certificate', 'ca', base64(`${crt}\n${key}`), '******'],
])('%s is hidden', (_, under, value, shown) => {
  expect(concealSecrets(under, value, mask)).toBe(shown)
})

test.each([
  ['an ordinary text', 'name', 'worker'],
  ['a number', 'port', 6443],
  ['a certificate', 'crt', crt],
  ['a certificate in base64', 'crt', base64(crt)],
  ['no login at all', 'auth', ''],
])('%s is shown', (_, under, value) => {
  expect(concealSecrets(under, value, mask)).toBe(value)
})

test('what follows a certificate is not shown because of it', () => {
  expect(concealSecrets('crt', `${base64(crt)}\npassword: hunter2`, mask)).not.toContain('hunter2')
})

test('maps and lists are looked through to the ground', () => {
  const value = { a: [{ password: 'hunter2', user: 'me' }], token: ['known-secret'] }
  expect(concealSecrets('', value, mask)).toEqual({ a: [{ password: '******', user: 'me' }], token: ['******'] })
})
