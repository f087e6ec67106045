import fc from 'fast-check'
import { expect, test } from 'vitest'
import { printDocuments } from '../../../src/talos/document/print.ts'
import type { Document, Value } from '../../../src/talos/document/value.ts'
import { printedAtMost } from '../../../src/talos/render/size.ts'

const piece = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 5 }),
  fc.constantFrom('', ' ', "it's", '\t', '\u0000', '€', '𝄞', 'key: value', 'a\n'),
)
// Long enough that nothing is hidden by what is counted for each value besides.
const text = fc.tuple(piece, fc.constantFrom(1, 2, 500)).map(([part, times]) => part.repeat(times))
const { value } = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'medium' },
    text,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value')),
    fc.dictionary(text, tie('value')),
  ),
}))
const documents: fc.Arbitrary<Document[]> = fc.array(fc.dictionary(text, value))

test('no documents are printed with more bytes than the bound says', () => {
  fc.assert(
    fc.property(documents, (some) => {
      expect(Buffer.byteLength(printDocuments(some))).toBeLessThanOrEqual(printedAtMost(some))
    }),
  )
})

const nested = (value: Value, depth: number): Document => ({ a: depth === 0 ? value : nested(value, depth - 1) })

test.each<[string, Document]>([
  ['a key of which every character is escaped', { ['\u0000'.repeat(5000)]: 1 }],
  ['short lines far to the right', nested('a\n'.repeat(5000), 20)],
  [
    'short items far to the right',
    nested(
      Array.from({ length: 5000 }, () => 1),
      20,
    ),
  ],
])('the bound holds for %s', (_, document) => {
  expect(Buffer.byteLength(printDocuments([document]))).toBeLessThanOrEqual(printedAtMost([document]))
})
