import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { locate, locateProblems } from '../../src/spec/locate.ts'
import type { Path, Range } from '../../src/spec/problem.ts'
import { readSource, type Source } from '../../src/spec/source.ts'

const cluster = `\
name: homelab
defaults: &defaults
  cores: 4
  memory: 8GiB
workers:
  general:
    <<: *defaults
    role: controlplain
    labels: {}
  gpu: *defaults
disks:
  - size: 10GiB
    storage: tank
  - size:
notes: "größe 😀 x" # comment
`

/** The text of a range, indented so that it can be read as YAML by itself. */
function textOf(text: string, { line, column, endLine, endColumn }: Range): string {
  const lines = text.split('\n').slice(line - 1, endLine)
  const cut = lines.map((content, at) => {
    const to = at === endLine - line ? endColumn - 1 : undefined
    return Array.from(content)
      .slice(at === 0 ? column - 1 : 0, to)
      .join('')
  })
  return ' '.repeat(column - 1) + cut.join('\n')
}

function shown(source: Source, path: Path, on: 'key' | 'value' = 'value'): string {
  const range = locate(source, path, on)
  return `${range.line}:${range.column} ${textOf(source.text, range).trimStart()}`
}

describe('locate', () => {
  const source = readSource(cluster, 'cluster.yaml')

  test('a bad value is shown by the value, an unknown key by the key', () => {
    expect(shown(source, ['workers', 'general', 'role'])).toBe('8:11 controlplain')
    expect(shown(source, ['workers', 'general', 'role'], 'key')).toBe('8:5 role')
    expect(shown(source, ['workers', 'general', 'labels'])).toBe('9:13 {}')
  })

  test('a map or list is shown from its first to its last character', () => {
    expect(locate(source, ['disks'], 'value')).toEqual({ line: 12, column: 3, endLine: 14, endColumn: 10 })
  })

  test('a missing key is shown by the key of the nearest parent that exists', () => {
    expect(shown(source, ['workers', 'general', 'disk', 'size'])).toBe('6:3 general')
    expect(shown(source, ['workers', 'gpu', 'count'])).toBe('10:3 gpu')
    expect(shown(source, ['disks', 7, 'size'])).toBe('11:1 disks')
    expect(shown(source, ['name', 'first'])).toBe('1:1 name')
  })

  test('what has no key of its own is shown by its first key', () => {
    expect(shown(source, ['kind'])).toBe('1:1 name')
    expect(shown(source, ['disks', 0, 'cache'])).toBe('12:5 size')
  })

  test('an empty value is shown by its key', () => {
    expect(shown(source, ['disks', 1, 'size'])).toBe('14:5 size')
  })

  test('what comes through an alias or a merge key is shown where it is written', () => {
    expect(shown(source, ['workers', 'general', 'cores'])).toBe('3:10 4')
    expect(shown(source, ['workers', 'general', 'memory'], 'key')).toBe('4:3 memory')
    expect(shown(source, ['workers', 'gpu', 'memory'])).toBe('4:11 8GiB')
  })

  test('columns count characters, however many bytes each takes', () => {
    expect(locate(source, ['notes'], 'value')).toEqual({ line: 15, column: 8, endLine: 15, endColumn: 19 })
  })

  test('a byte order mark and windows line ends do not move anything', () => {
    const windows = readSource(`\ufeff${cluster.replaceAll('\n', '\r\n')}`, 'cluster.yaml')
    for (const path of [['name'], ['workers', 'gpu', 'memory'], ['disks'], ['notes']]) {
      expect(locate(windows, path, 'value')).toEqual(locate(source, path, 'value'))
    }
  })

  test('a file without a value has one place: its start', () => {
    const start = { line: 1, column: 1, endLine: 1, endColumn: 1 }
    expect(locate(readSource('', 'cluster.yaml'), ['name'], 'value')).toEqual(start)
    expect(locate(readSource('a: [', 'cluster.yaml'), ['a'], 'key')).toEqual(start)
  })

  test('a problem that knows its place keeps it, the others get theirs', () => {
    const [first, second] = locateProblems(source, [
      { code: 'a', severity: 'error', path: ['name'], message: 'a' },
      { code: 'b', severity: 'error', path: ['name'], message: 'b', at: { ...patchPlace } },
    ])
    expect(first?.at).toMatchObject({ file: 'cluster.yaml', line: 1, column: 7, endColumn: 14 })
    expect(second?.at).toEqual(patchPlace)
  })
})

const patchPlace = {
  file: 'patches/cluster.yaml',
  line: 3,
  column: 1,
  endLine: 3,
  endColumn: 5,
  shown: { before: '', marked: 'spec', after: ': 1' },
}

/** Text that may stand in a file as it is, and keys that mean nothing special. */
const word = fc.string({ unit: 'binary', maxLength: 12 }).filter((text) => !/[\x7f-\x9f\ufeff\ufffd-\uffff]/.test(text))
const key = fc
  .oneof(fc.constantFrom('name', 'memory', '8080', 'true', 'a.b/c'), word)
  .filter((name) => !['', '<<', '__proto__'].includes(name))
const number = fc.double({ min: -1e15, max: 1e15, noNaN: true }).map((value) => (Object.is(value, -0) ? 0 : value))

const { tree } = fc.letrec((tie) => ({
  leaf: fc.oneof(word, fc.integer(), number, fc.boolean()),
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('leaf'),
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(key, tie('tree'), { maxKeys: 5, noNullPrototype: true }),
  ),
}))

const style = fc.record({
  indent: fc.integer({ min: 1, max: 4 }),
  indentSeq: fc.boolean(),
  collectionStyle: fc.constantFrom('any' as const, 'flow' as const),
  lineWidth: fc.constantFrom(0, 20, 80),
  singleQuote: fc.boolean(),
  blockQuote: fc.constant(false),
  version: fc.constant('1.2' as const),
})

function* pathsOf(value: unknown, path: Path = []): Generator<[Path, unknown]> {
  yield [path, value]
  if (Array.isArray(value)) for (const [at, item] of value.entries()) yield* pathsOf(item, [...path, at])
  else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) yield* pathsOf(inner, [...path, name])
  }
}

test('the text at the place of any value of any document is that value again', () => {
  fc.assert(
    fc.property(tree, style, fc.constantFrom('', '# größe 😀\n', '---\n'), (value, options, head) => {
      const text = head + stringify(value, options)
      // The library's own folding may cut a two-unit character in half, which no file can hold.
      fc.pre(!/[\ud800-\udfff]/u.test(text))
      const source = readSource(text, 'cluster.yaml')
      expect(source.problems).toEqual([])
      expect(source.value).toEqual(value)
      for (const [path, inner] of pathsOf(value)) {
        expect(parse(textOf(text, locate(source, path, 'value')))).toEqual(inner)
        const name = path.at(-1)
        if (typeof name !== 'string') continue
        const written: unknown = parse(textOf(text, locate(source, path, 'key')), { schema: 'failsafe' })
        expect(written).toBe(name)
      }
    }),
    { numRuns: 300 },
  )
})
