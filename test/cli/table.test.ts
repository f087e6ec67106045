import { stripVTControlCharacters } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Paint } from '../../src/cli/printer.ts'
import { capacityBar, levelStyle } from '../../src/cli/show/capacity-bar.ts'
import { type Column, table } from '../../src/cli/table.ts'
import { columns as widthOf } from '../../src/spec/visible-text.ts'
import { pad, wrap } from '../../src/spec/wrap.ts'

const plain: Paint = (_, text) => text

type Row = readonly [string, string, string]
const columns: readonly Column<Row>[] = [
  { title: 'A', cell: ([a]) => a },
  { title: 'B', cell: ([, b]) => b, align: 'right', shed: 2 },
  { title: 'C', cell: ([, , c]) => c, shed: 1 },
]

describe('a table', () => {
  test('aligns its cells below their titles', () => {
    const rows: Row[] = [
      ['one', '1', 'x'],
      ['three', '1000', 'yy'],
    ]
    expect(table(columns, rows, { width: undefined, paint: plain }).lines).toEqual([
      'A         B  C',
      'one       1  x',
      'three  1000  yy',
    ])
  })

  test('counts wide characters as two columns', () => {
    const { lines } = table(
      columns,
      [
        ['日本', '1', '|'],
        ['abcd', '1', '|'],
      ],
      { width: undefined, paint: plain },
    )
    expect(lines.slice(1)).toEqual(['日本  1  |', 'abcd  1  |'])
  })

  test('sheds columns in their order until it fits, and says which', () => {
    const rows: Row[] = [['aaaa', 'bbbb', 'cccc']]
    expect(table(columns, rows, { width: 16, paint: plain }).hidden).toEqual([])
    expect(table(columns, rows, { width: 15, paint: plain }).hidden).toEqual(['C'])
    expect(table(columns, rows, { width: 9, paint: plain }).hidden).toEqual(['C', 'B'])
  })

  test('wraps its last column when nothing more can go', () => {
    const rows: Row[] = [['k', '', `${'word '.repeat(8).trim()}`]]
    const two = columns.filter(({ title }) => title !== 'B').map(({ title, cell }) => ({ title, cell }))
    expect(table(two, rows, { width: 25, paint: plain }).lines).toEqual([
      'A  C',
      'k  word word word word',
      '   word word word word',
    ])
  })

  test('leaves out a column that is empty', () => {
    const empty: Column<Row> = { title: '', cell: () => '' }
    const [first] = columns
    if (first === undefined) throw new Error('there is a first column')
    expect(table([first, empty], [['x', '', '']], { width: undefined, paint: plain }).lines).toEqual(['A', 'x'])
  })

  test('shows control characters instead of sending them', () => {
    const { lines } = table(columns, [['a\u001b[31mb', 'c\nd', '']], { width: undefined, paint: plain })
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain('a␛[31mb')
    expect(lines[1]).toContain('c␊d')
  })

  test('is no wider than the terminal while the words of its cells allow it', () => {
    const cell = fc.stringMatching(/^[a-z日]{0,6}$/)
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell, cell)), fc.integer({ min: 22, max: 60 }), (rows, width) => {
        const { lines } = table<Row>(columns, rows, { width, paint: plain })
        for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width)
      }),
    )
  })
})

describe('wrapping', () => {
  const words = fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { minLength: 1 })

  test('keeps every word, in order', () => {
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 40 }), (all, width) => {
        expect(wrap(all.join(' '), width).join(' ').split(' ')).toEqual(all)
      }),
    )
  })

  test('makes no line wider than allowed, unless by a single word', () => {
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 40 }), (all, width) => {
        for (const line of wrap(all.join(' '), width)) expect(line.length <= width || !line.includes(' ')).toBe(true)
      }),
    )
  })

  test('and padding never cut', () => {
    expect(pad('abc', 2)).toBe('abc')
    expect(pad('日', 4, 'right')).toBe('  日')
  })
})

describe('a capacity bar', () => {
  test('is empty while the limit is unknown', () => {
    expect(capacityBar({ used: 5 })).toBe('')
  })

  test.each([
    [0, 100, '░░░░░░░░░░   0%'],
    [1, 100, '█░░░░░░░░░   1%'],
    [50, 100, '█████░░░░░  50%'],
    [99, 100, '█████████░  99%'],
    [100, 100, '██████████ 100%'],
    [150, 100, '██████████ 150%'],
    [0, 0, '░░░░░░░░░░   0%'],
    [1, 0, '██████████ full'],
  ])('of %i in %i is %s', (used, limit, bar) => {
    expect(capacityBar({ used, limit })).toBe(bar)
  })

  test('warns by colour before it is full', () => {
    expect([50, 80, 95].map((used) => levelStyle({ used, limit: 100 }))).toEqual([undefined, 'yellow', 'red'])
  })
})

test('a painted table takes the same room as a plain one', () => {
  const paint: Paint = (_, text) => `\u001b[1m${text}\u001b[22m`
  const styled = columns.map((column) => ({ ...column, style: () => 'bold' as const }))
  const rows: Row[] = [['one', '1', 'x']]
  const bare = (lines: readonly string[]) => lines.map((line) => stripVTControlCharacters(line).trimEnd())
  expect(bare(table(styled, rows, { width: undefined, paint }).lines)).toEqual(
    table(columns, rows, { width: undefined, paint: plain }).lines,
  )
})
