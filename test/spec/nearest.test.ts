import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { editDistance, nearest } from '../../src/spec/nearest.ts'

const keys = ['name', 'memory', 'cores', 'count', 'cpuOvercommit', 'controlPlane', 'vip', 'apiVersion', 'kernelModules']

describe('nearest', () => {
  test.each([
    ['memry', 'memory'],
    ['mmeory', 'memory'],
    ['memoryy', 'memory'],
    ['naem', 'name'],
    ['controlplain', 'controlPlane'],
    ['CONTROLPLANE', 'controlPlane'],
    ['cpu_overcommit', 'cpuOvercommit'],
    ['api-version', 'apiVersion'],
    ['mem', 'memory'],
    ['kernel', 'kernelModules'],
    ['ip', 'vip'],
  ])('%s was meant as %s', (word, meant) => {
    expect(nearest(word, keys)).toBe(meant)
  })

  test.each(['x', 'zz', 'bootstrap', '', 'me'])('%j was meant as none of them', (word) => {
    expect(nearest(word, keys)).toBeUndefined()
  })

  test('the closest of several wins, then the first', () => {
    expect(nearest('coutn', ['cores', 'count', 'mount'])).toBe('count')
    expect(nearest('cat', ['bat', 'car'])).toBe('bat')
  })

  test('a difference of case or dashes alone is closer than any edit', () => {
    expect(nearest('APIVERSION', ['apiVersions', 'apiVersion'])).toBe('apiVersion')
  })

  test('very long words are not compared', () => {
    expect(nearest('a'.repeat(1_000_000), ['a'.repeat(999_999)])).toBeUndefined()
    expect(nearest('abc', ['x'.repeat(1_000_000)])).toBeUndefined()
  })
})

describe('editDistance', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 })

  test('is zero for the same word only, and the same in both directions', () => {
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(editDistance(a, b) === 0).toBe(a === b)
        expect(editDistance(a, b)).toBe(editDistance(b, a))
      }),
    )
  })

  test('is at least the difference of the lengths and at most the longer length', () => {
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(editDistance(a, b)).toBeGreaterThanOrEqual(Math.abs(a.length - b.length))
        expect(editDistance(a, b)).toBeLessThanOrEqual(Math.max(a.length, b.length))
      }),
    )
  })

  test('counts a swap of two neighbours once', () => {
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(editDistance(`${a}xy${b}`, `${a}yx${b}`)).toBe(1)
      }),
    )
  })
})
