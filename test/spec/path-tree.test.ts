import { expect, test } from 'vitest'
import { hasKeyIn, isWithin, pathTree } from '../../src/spec/path-tree.ts'

const tree = pathTree([
  [['workers', 'a'], true],
  [['vm', 'disks', 0], true],
])

test('a path is within the tree when it, or a part around it, is in it', () => {
  expect(isWithin(['workers', 'a'], tree)).toBe(true)
  expect(isWithin(['workers', 'a', 'count'], tree)).toBe(true)
  expect(isWithin(['workers'], tree)).toBe(false)
  expect(isWithin(['workers', 'b', 'count'], tree)).toBe(false)
})

test('a star stands for any part', () => {
  expect(isWithin(['workers', '*', 'count'], tree)).toBe(true)
  expect(isWithin(['nodes', '*'], tree)).toBe(false)
})

test('a map has a key in the tree, a list does not, and what lies deeper does not count', () => {
  expect(hasKeyIn(['workers'], tree)).toBe(true)
  expect(hasKeyIn(['vm', 'disks'], tree)).toBe(false)
  expect(hasKeyIn([], tree)).toBe(false)
  expect(hasKeyIn(['nodes'], tree)).toBe(false)
})
