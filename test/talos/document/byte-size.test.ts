import { expect, test } from 'vitest'
import { formatByteSize, parseByteSize } from '../../../src/talos/document/byte-size.ts'

test.each([
  ['10GB', 10_000_000_000],
  ['1.5 GiB', 1_610_612_736],
  ['4096', 4096],
  ['100MiB', 104_857_600],
  ['2kb', 2000],
])('%s is %d bytes', (text, bytes) => {
  expect(parseByteSize(text)).toBe(bytes)
})

test.each(['', 'GB', '10 apples', '1iB', '-1GB'])('%j is not a size', (text) => {
  expect(parseByteSize(text)).toBeUndefined()
})

test.each([
  [0, '0 B'],
  [10_000_000_000, '10 GB'],
  [1_500_000, '1.5 MB'],
  [999, '999 B'],
])('%d bytes are written as %s', (bytes, text) => {
  expect(formatByteSize(bytes)).toBe(text)
})
