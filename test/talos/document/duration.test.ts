import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatDuration, parseDuration } from '../../../src/talos/document/duration.ts'

test.each([
  ['168h', '168h0m0s'],
  ['90s', '1m30s'],
  ['1500ms', '1.5s'],
  ['2m0s', '2m0s'],
  ['0', '0s'],
  ['-1h', '-1h0m0s'],
  ['250us', '250µs'],
])('%s is written as %s', (given, written) => {
  expect(formatDuration(parseDuration(given) ?? -1n)).toBe(written)
})

test.each(['', '5', 'h', '1d', '1h 2m', 'abc', '1.h'])('%j is not a duration', (text) => {
  expect(parseDuration(text)).toBeUndefined()
})

test('reading what was written gives the same duration', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), (nanoseconds) => {
      expect(parseDuration(formatDuration(nanoseconds))).toBe(nanoseconds)
    }),
  )
})
