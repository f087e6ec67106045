import { expect, test } from 'vitest'
import { createRedaction } from '../../src/world/redaction.ts'
import { growth } from '../growth.ts'

test('private keys and age identities nobody registered are masked too', () => {
  const { mask } = createRedaction()
  expect(mask('a -----BEGIN EC PRIVATE KEY-----\nabc\n-----END EC PRIVATE KEY----- b')).toBe('a ****** b')
  expect(mask('key AGE-SECRET-KEY-1ABC done')).toBe('key ****** done')
  expect(mask('nothing here')).toBe('nothing here')
})

test('secrets learnt later are masked from then on, the longest first, short ones never', () => {
  const redaction = createRedaction(['swordfish'])
  redaction.add(['swordfish-and-chips', 'pve', ''])
  expect(redaction.mask('swordfish swordfish-and-chips pve')).toBe('****** ****** pve')
  expect(createRedaction(['a.c+d(e)$f']).mask('a.c+d(e)$f axc+d(e)$f')).toBe('****** axc+d(e)$f')
})

test('two redactions know nothing of each other', () => {
  createRedaction(['swordfish'])
  expect(createRedaction().mask('swordfish')).toBe('swordfish')
})

test('a secret is masked also as it stands in a URL or a form', () => {
  const { mask } = createRedaction(['pass word+1'])
  expect(mask('pass word+1 pass%20word%2B1 pass+word%2B1')).toBe('****** ****** ******')
})

test('a private key that is cut off is masked to the end', () => {
  const { mask } = createRedaction()
  expect(mask('a -----BEGIN EC PRIVATE KEY-----\nabc')).toBe('a ******')
})

test('eight times as many openings of keys are not sixty-four times the work', () => {
  const { mask } = createRedaction()
  const masked = (openings: number) => {
    const text = '-----BEGIN PRIVATE KEY-----'.repeat(openings)
    return () => mask(text)
  }
  expect(growth(masked(2000), masked(16_000), 30)).toBeLessThan(30)
})

test('a short password is masked, what is shorter still is not', () => {
  expect(createRedaction(['hunt', 'pve']).mask('hunt pve')).toBe('****** pve')
})

test('a secret is masked as JSON and as base64 for URLs write it', () => {
  const secret = 'a"b\\c\u00ff\u00fe??>>'
  const { mask } = createRedaction([secret])
  expect(mask(JSON.stringify({ secret }))).toBe('{"secret":"******"}')
  expect(mask(Buffer.from(secret).toString('base64url'))).toBe('******')
})

test.each(['', 'u', 'us', 'user'])('a secret is masked in base64 after %j and a colon', (user) => {
  const encoded = Buffer.from(`${user}:swordfish:more`).toString('base64')
  const masked = createRedaction(['swordfish']).mask(encoded)
  expect(masked).toContain('******')
  for (const rest of masked.split('******'))
    expect(Buffer.from(rest, 'base64').toString('latin1')).not.toMatch(/sw|sh:/)
})

test('neighbouring and overlapping secrets leave nothing of each other', () => {
  const { mask } = createRedaction(['abcdef', 'cdefgh', 'ghij'])
  expect(mask('abcdefabcdef')).toBe('************')
  expect(mask('abcdefghij abcd')).toBe('************ abcd')
})

test('a hundred times as many secrets are not ten times the work', () => {
  const text = 'GET https://192.0.2.1:8006/api2/json/cluster/resources?type=vm 200 '.repeat(200)
  const masked = (secrets: number) => {
    const { mask } = createRedaction(Array.from({ length: secrets }, (_, at) => `${at * 7919} is a secret`))
    return () => mask(text)
  }
  expect(growth(masked(10), masked(1000), 10)).toBeLessThan(10)
})
