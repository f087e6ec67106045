import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clashesOf, freeStretches, holderOf, type Span } from '../../src/resolve/spans.ts'

const span = fc
  .record({ owner: fc.nat({ max: 4 }), first: fc.bigInt(0n, 60n), length: fc.bigInt(0n, 15n) })
  .map(({ owner, first, length }): Span<number> => ({ owner, first, last: first + length }))
const spans = fc.array(span, { maxLength: 12 })
const meet = (a: Span<number>, b: Span<number>) => a.owner !== b.owner && a.first <= b.last && b.first <= a.last

test('clashes are found exactly when two owners share a number, and each one told is real', () => {
  fc.assert(
    fc.property(fc.uniqueArray(span, { maxLength: 12, selector: ({ owner }) => owner }), (all) => {
      const clashes = clashesOf(all)
      expect(clashes.length > 0).toBe(all.some((a) => all.some((b) => meet(a, b))))
      for (const [a, b] of clashes) expect(meet(a, b)).toBe(true)
    }),
  )
})

test('a pair of owners is told once, however many numbers they share', () => {
  const points = [1n, 2n, 3n].flatMap((at) => [0, 1].map((owner) => ({ owner, first: at, last: at })))
  expect(clashesOf(points)).toHaveLength(1)
})

test('the holder of a number is a span of another owner that has it, whenever there is one', () => {
  fc.assert(
    fc.property(spans, fc.bigInt(0n, 80n), fc.nat({ max: 4 }), (all, value, except) => {
      const holds = ({ owner, first, last }: Span<number>) => owner !== except && first <= value && value <= last
      const found = holderOf(all)(value, except)
      expect(found !== undefined).toBe(all.some(holds))
      if (found !== undefined) expect(holds(found)).toBe(true)
    }),
  )
})

test('what is proposed as free is free, at a multiple of the step, and first the lowest such', () => {
  fc.assert(
    fc.property(spans, fc.array(fc.bigInt(1n, 12n), { minLength: 1, maxLength: 5 }), (all, sizes) => {
      const isFree = (start: bigint, size: bigint) =>
        all.every(({ first, last }) => last < start || first >= start + size)
      const next = freeStretches(all, { from: 10n, step: 10n })
      const starts = sizes.map((size) => next(size))
      starts.forEach((start, index) => {
        const size = sizes[index] ?? 0n
        expect(isFree(start, size)).toBe(true)
        expect(start % 10n).toBe(0n)
        expect(start).toBeGreaterThanOrEqual(index === 0 ? 10n : (starts[index - 1] ?? 0n) + (sizes[index - 1] ?? 0n))
      })
      for (let lower = 10n; lower < (starts[0] ?? 0n); lower += 10n) expect(isFree(lower, sizes[0] ?? 0n)).toBe(false)
    }),
  )
})
