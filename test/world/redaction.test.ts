import { expect, test } from 'vitest'
import { createRedaction } from '../../src/world/redaction.ts'

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
