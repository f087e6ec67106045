import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatSize, parseSize, roundSize } from '../../src/units/size.ts'

test('a size is a number and a binary unit', () => {
  expect(parseSize('8GiB')).toBe(8 * 2 ** 30)
  expect(parseSize('1.5 TiB')).toBe(1.5 * 2 ** 40)
})

test.each(['8', '8G', '8GB', 'GiB', '-1GiB', '8gib', '8  GiB', '0.0000001KiB', '1e3MiB'])(
  '%s is not a size',
  (text) => {
    expect(parseSize(text)).toBeUndefined()
  },
)

test('a size of a fraction of a byte is not one', () => {
  expect(parseSize('0.0001KiB')).toBeUndefined()
})

test('what is printed reads back as the same number of bytes', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 40 }), (kib) => {
      expect(parseSize(formatSize(kib * 1024))).toBe(kib * 1024)
    }),
  )
})

test('people get one decimal', () => {
  expect(roundSize(12.55 * 2 ** 30)).toBe('12.6GiB')
  expect(roundSize(512)).toBe('512B')
})
