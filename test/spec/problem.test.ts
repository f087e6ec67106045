import { expect, test } from 'vitest'
import { formatPath } from '../../src/spec/problem.ts'

test('a path reads as a person would write it', () => {
  expect(formatPath(['workers', 'gpu', 'disks', 0, 'size'])).toBe('workers.gpu.disks[0].size')
})

test('a key that is not a plain word is quoted', () => {
  expect(formatPath(['kubernetes', 'labels', 'a.b/c'])).toBe('kubernetes.labels["a.b/c"]')
})
