import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expected, readFlag, readList, readNumber, readRecord, readText } from '../../src/proxmox/decode.ts'

test('a number is read alike whether it came as a number or as text', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      expect(readNumber(number)).toBe(number)
      expect(readNumber(String(number))).toBe(Number(String(number)))
    }),
  )
})

test.each([undefined, null, '', ' ', 'abc', '1G', Number.NaN, Number.POSITIVE_INFINITY, {}, []])(
  '%j is not a number',
  (value) => {
    expect(readNumber(value)).toBeUndefined()
  },
)

describe('a flag in any spelling', () => {
  test.each([true, 1, '1', 'on', 'yes', 'TRUE'])('%j is true', (value) => expect(readFlag(value)).toBe(true))
  test.each([false, 0, '0', 'off', 'No', 'false', ''])('%j is false', (value) => expect(readFlag(value)).toBe(false))
  test.each([2, '2', 'maybe', null, undefined, {}, [1], 'toString', '__proto__'])('%j is neither', (value) =>
    expect(readFlag(value)).toBeUndefined(),
  )
})

test('texts, records and lists are told apart', () => {
  expect([readText('a'), readText(100), readText(null), readText({})]).toEqual(['a', '100', undefined, undefined])
  expect([readRecord({ a: 1 }), readRecord([1]), readRecord(null)]).toEqual([{ a: 1 }, undefined, undefined])
  expect([readList([1]), readList(null), readList({})]).toEqual([[1], [], undefined])
})

test('what must be there and is not is an error that shows what came instead', () => {
  expect(expected(0, 'a number')).toBe(0)
  expect(() => expected(undefined, 'a VMID', { vmid: 'x\u001b' })).toThrow(
    'Proxmox answered without a VMID, but {"vmid":"x\\u001b"}',
  )
})
