import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { locateProblems } from '../../src/spec/locate.ts'
import { renderProblems } from '../../src/spec/render-problems.ts'
import { readSource } from '../../src/spec/source.ts'

const cluster = `\
apiVersion: talmox.dev/v1alpha1
defaults: &defaults { cores: 4, memory: 8GiB } # größe 😀
controlPlane: { count: 3, addresses: +10, name: "{cluster}-cp-{index}" }
workers:
  general:
    <<: *defaults
    disks:
      - { size: 200GiB, storage: 'tank' }
      -
        size: null
  gpu: *defaults
patch: |
  machine:
    type: worker
? folded
: >-
  a
  b
`

/** Whatever a text is: there is an answer, it is about places in the text, and showing it is safe. */
function readsSafely(text: string): void {
  const source = readSource(text, 'cluster.yaml')
  if (source.value === undefined) expect(source.problems).not.toEqual([])
  const lines = source.text.split('\n')
  for (const { at, message } of source.problems) {
    if (!at) throw new Error(`no place: ${message}`)
    const length = (line: number) => Array.from(lines[line - 1] ?? '').length
    expect(at.line).toBeLessThanOrEqual(at.endLine)
    expect(at.endLine).toBeLessThanOrEqual(lines.length)
    expect(at.column).toBeLessThanOrEqual(length(at.line) + 1)
    expect(at.endColumn).toBeLessThanOrEqual(length(at.endLine) + 1)
  }
  const rendered = renderProblems(locateProblems(source, source.problems), { color: false })
  expect(rendered).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u)
}

const marks = fc.constantFrom(
  ...'[]{}:,-?&*!|>\'"%@`#~+<= \n\t\r\0\x1b\x85\ufeff\ufffd\u2028é😀',
  '\n---\n',
  '...',
  '<<: ',
  '&a ',
  '*a',
  '!!',
)

const edit = fc.record({
  at: fc.integer({ min: 0, max: cluster.length }),
  removed: fc.integer({ min: 0, max: 8 }),
  added: fc.array(marks, { maxLength: 4 }),
})

test('any text is read safely', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), readsSafely), { numRuns: 300 })
})

test('any sequence of marks that mean something in YAML is read safely', () => {
  const text = fc.array(fc.oneof(marks, fc.constantFrom('a', '  ', 'b: ', '- ', '\n')), { maxLength: 60 })
  fc.assert(
    fc.property(text, (parts) => readsSafely(parts.join(''))),
    { numRuns: 500 },
  )
})

test('any bytes are read safely', () => {
  const bytes = fc.uint8Array({ maxLength: 200 })
  fc.assert(
    fc.property(bytes, (content) => readsSafely(Buffer.from(content).toString('utf8'))),
    { numRuns: 200 },
  )
})

test('a cluster file with any few edits is read safely', () => {
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), (edits) => {
      const apply = (text: string, { at, removed, added }: (typeof edits)[number]) =>
        text.slice(0, at) + added.join('') + text.slice(at + removed)
      readsSafely(edits.reduce(apply, cluster))
    }),
    { numRuns: 500 },
  )
})
