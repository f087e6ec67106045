import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  der,
  objectIdentifier,
  readDer,
  setOf,
  text,
  time,
  unsignedInteger,
} from '../../../src/talos/certificates/der.ts'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

test('values written one after another are read back one by one', () => {
  const value = fc.tuple(fc.integer({ min: 1, max: 0xfe }), fc.uint8Array({ maxLength: 70_000, size: 'max' }))
  fc.assert(
    fc.property(fc.array(value, { maxLength: 4 }), (values) => {
      const bytes = Buffer.concat(values.map(([tag, content]) => der(tag, content)))
      const back = readDer(bytes).map(({ tag, content }) => [tag, hex(content)])
      expect(back).toEqual(values.map(([tag, content]) => [tag, hex(content)]))
    }),
    { numRuns: 50 },
  )
})

test('a value that claims more bytes than there are is refused', () => {
  expect(() => readDer(Buffer.from('300500', 'hex'))).toThrow('longer than its container')
})

test('an integer is never negative and never has a spare zero', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 20 }), (bytes) => {
      const content = readDer(unsignedInteger(bytes))[0]?.content ?? Buffer.alloc(0)
      expect(content.readUInt8(0)).toBeLessThan(0x80)
      if (content.length > 1 && content[0] === 0) expect(content[1]).toBeGreaterThanOrEqual(0x80)
      expect(BigInt(`0x${hex(content)}`)).toBe(BigInt(`0x${hex(bytes)}`))
    }),
  )
})

test('object identifiers use base 128 for large arcs', () => {
  expect(hex(objectIdentifier('1.2.840.113549.1.1.13'))).toBe('06092a864886f70d01010d')
  expect(hex(objectIdentifier('2.5.29.37'))).toBe('0603551d25')
})

test('a set is sorted by its bytes, so shorter text comes first', () => {
  expect(hex(setOf([text('bb'), text('ab'), text('z')]))).toBe('310b13017a1302616213026262')
})

test('text outside the printable alphabet becomes UTF-8', () => {
  expect(hex(text('os:admin'))).toBe('13086f733a61646d696e')
  expect(hex(text('ä'))).toBe('0c02c3a4')
})

test('years from 2050 on get four digits', () => {
  expect(time(new Date('2049-12-31T23:59:59.999Z')).toString('latin1')).toBe('\x17\x0d491231235959Z')
  expect(time(new Date('2050-01-01T00:00:00Z')).toString('latin1')).toBe('\x18\x0f20500101000000Z')
})
