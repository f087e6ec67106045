import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readIso } from '../../sim/guest/read-iso.ts'
import { buildIso } from '../../src/encoding/iso9660/build-iso.ts'

const files = [
  { name: 'user-data', content: Buffer.from('#cloud-config\n') },
  { name: 'meta-data', content: Buffer.from('instance-id: x\n') },
  { name: 'network-config', content: Buffer.from('version: 1\n') },
]

test('the same files are the same bytes, which isoinfo, isovfy, bsdtar, pycdlib and blkid have read', () => {
  const iso = buildIso('cidata', files)
  expect(iso.length).toBe(28 * 2048)
  expect(createHash('sha256').update(iso).digest('hex')).toBe(
    '6c3ccff6f2057810a0f6c930562a650914e60a6c94f7e9840d22a43b21ad8962',
  )
})

test('a reader finds the label and the files under both kinds of names', () => {
  const { plain, joliet } = readIso(buildIso('cidata', files))
  expect(plain.label).toBe('cidata')
  expect(joliet.label).toBe('cidata')
  expect([...plain.files.keys()]).toEqual(['META_DATA.;1', 'NETWORK_CONFIG.;1', 'USER_DATA.;1'])
  expect([...joliet.files.keys()]).toEqual(['meta-data;1', 'network-config;1', 'user-data;1'])
  expect(joliet.files.get('user-data;1')?.toString()).toBe('#cloud-config\n')
})

test('whatever is written is read back, also nothing at all and much', () => {
  const content = fc.oneof(fc.uint8Array({ maxLength: 5000 }), fc.constant(new Uint8Array()))
  const names = fc.uniqueArray(fc.stringMatching(/^[a-z][a-z0-9]{0,15}$/), { maxLength: 8 })
  fc.assert(
    fc.property(names, fc.array(content, { minLength: 8, maxLength: 8 }), (given, contents) => {
      const written = given.map((name, index) => ({ name, content: contents[index] ?? new Uint8Array() }))
      const { joliet, plain } = readIso(buildIso('cidata', written))
      for (const { name, content } of written) {
        expect(joliet.files.get(`${name};1`)).toEqual(Buffer.from(content))
        expect(plain.files.get(`${name.toUpperCase()}.;1`)).toEqual(Buffer.from(content))
      }
      expect(joliet.files.size).toBe(written.length)
    }),
    { numRuns: 50 },
  )
})

test('two files of one name, and more than there is room for, are mistakes', () => {
  const file = { name: 'a-b', content: new Uint8Array() }
  expect(() => buildIso('x', [file, { ...file, name: 'a_b' }])).toThrow('the same name')
  const many = Array.from({ length: 40 }, (_, index) => ({ ...file, name: `a-rather-long-name-${index}` }))
  expect(() => buildIso('x', many)).toThrow('room')
})
