import { expect, test } from 'vitest'
import { jsPattern } from '../../../../scripts/gen/pve/perl-pattern.ts'

test('a compiled Perl pattern becomes a plain group', () => {
  expect(jsPattern('(?^:\\d+(?:-\\d+)?)')).toBe('(?:\\d+(?:-\\d+)?)')
})

test('a pattern that ignores case names both cases', () => {
  expect(jsPattern('(?^i:[a-z0-9_][a-z0-9_\\-\\+\\.]*);')).toBe('(?:[a-zA-Z0-9_][a-zA-Z0-9_\\-\\+\\.]*);')
})

test('an open lower bound is zero', () => {
  expect(jsPattern('[a-z]{,16}')).toBe('[a-z]{0,16}')
})

test('what cannot be translated is an error, not a guess', () => {
  expect(() => jsPattern('(?^i:abc)')).toThrow('cannot make abc ignore case')
  expect(() => jsPattern('(?^x: a b )')).toThrow('cannot translate')
})
