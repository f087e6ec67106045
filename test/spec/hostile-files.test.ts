import { Buffer } from 'node:buffer'
import { describe, expect, test } from 'vitest'
import { readSource } from '../../src/spec/source.ts'

function refusal(text: string): { code: string; message: string; line: number; column: number }[] {
  const source = readSource(text, 'cluster.yaml')
  expect(source.value).toBeUndefined()
  return source.problems.map(({ code, message, at }) => ({
    code,
    message,
    line: at?.line ?? 0,
    column: at?.column ?? 0,
  }))
}

const tooDeep = 'maps and lists nest deeper than 64 levels here'
const tooMany = 'with its aliases written out the file holds more than 250,000 values'

describe('a file that would cost too much is refused early', () => {
  test('ten megabytes', () => {
    const message = 'the file is larger than 4 MiB'
    expect(refusal('x'.repeat(10_000_000))).toEqual([{ code: 'file-too-large', message, line: 1, column: 1 }])
  })

  test('the limit counts bytes, not characters', () => {
    expect(refusal(`# ${'é'.repeat(3 * 1024 * 1024)}`)).toMatchObject([{ code: 'file-too-large' }])
  })

  test('more tokens than any cluster needs', () => {
    const message = 'the file goes on after 200,000 YAML tokens, which is the limit'
    expect(refusal('- x\n'.repeat(100_000))).toEqual([{ code: 'yaml-too-much', message, line: 40_000, column: 4 }])
  })

  test.each([
    ['lists', '['.repeat(10_000), 66],
    ['closed lists', '['.repeat(10_000) + ']'.repeat(10_000), 66],
    ['maps', '{a: '.repeat(10_000), 261],
    ['compact lists', '- '.repeat(10_000), 131],
    ['explicit keys', '? '.repeat(10_000), 131],
  ])('ten thousand nested %s', (_, text, column) => {
    expect(refusal(text)).toEqual([{ code: 'yaml-too-deep', message: tooDeep, line: 1, column }])
  })

  test('nesting that is built of aliases', () => {
    const links = Array.from({ length: 1000 }, (_, level) => `a${level + 1}: &a${level + 1} [*a${level}]\n`)
    expect(refusal(`a0: &a0 [x]\n${links.join('')}`)).toEqual([
      { code: 'yaml-too-deep', message: tooDeep, line: 64, column: 11 },
    ])
  })

  test('aliases of aliases of aliases', () => {
    const level = (at: number) => `a${at + 1}: &a${at + 1} [${Array(9).fill(`*a${at}`).join(', ')}]\n`
    const bomb = `a0: &a0 [lol]\n${Array.from({ length: 40 }, (_, at) => level(at)).join('')}`
    expect(refusal(bomb)).toEqual([{ code: 'yaml-alias', message: tooMany, line: 7, column: 15 }])
  })

  test('a chain of merges in which every map repeats all keys before it', () => {
    const link = (at: number) => `m${at + 1}: &m${at + 1} {k${at}: 1, <<: *m${at}}\n`
    const chain = `m0: &m0 {k: 1}\n${Array.from({ length: 5000 }, (_, at) => link(at)).join('')}`
    expect(refusal(chain)).toEqual([{ code: 'yaml-alias', message: tooMany, line: 706, column: 13 }])
  })

  test('64 levels are not too deep', () => {
    const source = readSource('['.repeat(64) + ']'.repeat(64), 'cluster.yaml')
    expect(source.problems).toEqual([])
  })
})

describe('a file that is not text is refused', () => {
  test('a NUL byte', () => {
    expect(refusal('name: a\nb: \0\n')).toEqual([
      { code: 'control-character', message: 'the file holds a NUL byte', line: 2, column: 4 },
    ])
  })

  test('bytes that are not UTF-8', () => {
    const latin1 = Buffer.from('name: caf\xe9\n', 'latin1').toString('utf8')
    expect(refusal(latin1)).toEqual([{ code: 'not-utf8', message: 'this is not valid UTF-8', line: 1, column: 10 }])
  })

  test('UTF-16 as some editors save it', () => {
    const utf16 = Buffer.from('\ufeffname: a\n', 'utf16le').toString('utf8')
    expect(refusal(utf16)).toMatchObject([{ code: 'not-utf8', line: 1, column: 1 }])
  })

  test('half of a surrogate pair', () => {
    expect(refusal('name: \ud800\n')).toMatchObject([{ code: 'not-utf8', line: 1, column: 7 }])
  })

  test('a terminal escape', () => {
    expect(refusal('name: "\x1b[2J"\n')).toEqual([
      { code: 'control-character', message: 'the control character U+001B is not allowed', line: 1, column: 8 },
    ])
  })

  test('old macintosh line ends', () => {
    const message = 'a carriage return stands alone, without a line feed'
    expect(refusal('a: 1\rb: 2\r')).toEqual([{ code: 'control-character', message, line: 1, column: 5 }])
  })
})

describe('a file that is nothing but mistakes gets a short answer', () => {
  test('closing brackets only', () => {
    expect(refusal(']'.repeat(150_000))).toEqual([
      { code: 'yaml-syntax', message: '"]" is not expected here', line: 1, column: 1 },
    ])
  })

  test('a mistake on every line', () => {
    const answer = refusal('\ta: 1\n'.repeat(1000))
    expect(answer).toHaveLength(10)
    expect(answer[9]).toEqual({ code: 'yaml-syntax', message: 'a tab is used for indentation', line: 10, column: 1 })
  })

  test('a thousand documents', () => {
    const source = readSource('a: 1\n---\n'.repeat(1000), 'cluster.yaml')
    expect(source.problems.map((problem) => problem.message)).toEqual(['a second YAML document starts here'])
  })
})
