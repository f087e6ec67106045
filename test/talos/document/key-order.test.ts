import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareKeys } from '../../../src/talos/document/key-order.ts'

test('keys are ordered as Talos prints them', () => {
  const ordered = ['', '*', 'A', 'B', 'a', 'a1', 'a1b', 'a2', 'a10', 'node-role', 'node.kubernetes.io', 'z']
  expect(ordered.toReversed().sort(compareKeys)).toEqual(ordered)
})

test('no two keys are each before the other', () => {
  const key = fc.string({ unit: fc.constantFrom('a', 'B', '1', '0', '.', '-', '/'), maxLength: 6 })
  fc.assert(
    fc.property(key, key, (a, b) => {
      expect(Math.sign(compareKeys(a, b)) + Math.sign(compareKeys(b, a))).toBe(0)
      expect(compareKeys(a, b) === 0).toBe(a === b)
    }),
  )
})
