import { describe, expect, test } from 'vitest'
import { readSource } from '../../src/spec/source.ts'

function read(text: string): unknown {
  const source = readSource(text, 'cluster.yaml')
  expect(source.problems).toEqual([])
  return source.value
}

function messagesOf(text: string): string[] {
  return readSource(text, 'cluster.yaml').problems.map((problem) => problem.message)
}

describe('values', () => {
  test('scalars follow the YAML 1.2 core rules', () => {
    const text = 'a: 1\nb: 1.5\nc: true\nd: yes\ne: 0x10\nf: 010\ng: "1"\nh: 1e3\ni: -7\nj: 2026-01-01\nk: 12:30\n'
    const value = { a: 1, b: 1.5, c: true, d: 'yes', e: 16, f: 10, g: '1', h: 1000, i: -7, j: '2026-01-01', k: '12:30' }
    expect(read(text)).toEqual(value)
  })

  test('a number with a plus sign stays text, because it is an offset', () => {
    expect(read('a: +10\nb: [+1.5, 10]\nc: "+3"\n')).toEqual({ a: '+10', b: ['+1.5', 10], c: '+3' })
  })

  test('the largest exact integer is accepted, the next one is a problem', () => {
    expect(read('a: 9007199254740991\nb: -9007199254740991\nc: 1e300\n')).toEqual({
      a: 9007199254740991,
      b: -9007199254740991,
      c: 1e300,
    })
    expect(messagesOf('a: 9007199254740992')).toEqual(['the number 9007199254740992 is too large to be kept exactly'])
    expect(messagesOf('a: 0x20000000000000')).toEqual(['the number 0x20000000000000 is too large to be kept exactly'])
  })

  test('a null in a map is left out and remembered as removed', () => {
    const source = readSource('vm:\n  tags: null\n  cpu: host\n  numa: ~\n  bios:\ndisks: [{ size: null }]\n', 'c.yaml')
    expect(source.value).toEqual({ vm: { cpu: 'host' }, disks: [{}] })
    expect(source.removed).toEqual([
      ['vm', 'tags'],
      ['vm', 'numa'],
      ['vm', 'bios'],
      ['disks', 0, 'size'],
    ])
    expect(source.problems).toEqual([])
  })

  test('an empty list item is a problem and not part of the value', () => {
    const source = readSource('hosts: [pve1, null, pve2]\n', 'c.yaml')
    expect(source.value).toEqual({ hosts: ['pve1', 'pve2'] })
    expect(source.problems).toMatchObject([{ code: 'empty-item', path: ['hosts', 1], at: { line: 1, column: 15 } }])
  })
})

describe('keys', () => {
  test('numbers, booleans and null are names as they are written', () => {
    expect(read('8080: a\ntrue: b\n0x1F: c\n1.50: d\nnull: e\n+5: f\n')).toEqual({
      8080: 'a',
      true: 'b',
      '0x1F': 'c',
      '1.50': 'd',
      null: 'e',
      '+5': 'f',
    })
  })

  test('an alias of a text can be a key, an alias of a map cannot', () => {
    expect(read('a: &x pve1\nb: {*x : 1}\n')).toEqual({ a: 'pve1', b: { pve1: 1 } })
    expect(messagesOf('a: &x {}\nb: {*x : 1}\n')).toEqual(['a key must be a single word or text'])
    expect(messagesOf('*.lab.lan : 1\n')).toEqual(['there is no anchor &.lab.lan above'])
  })

  test('a name written twice is a problem, however it is written, and the first value counts', () => {
    const source = readSource('1: a\n"1": b\n', 'c.yaml')
    expect(source.value).toEqual({ 1: 'a' })
    expect(source.problems).toMatchObject([
      { code: 'duplicate-key', path: ['1'], on: 'key', at: { line: 2, column: 1 } },
    ])
  })

  test('names of object members are ordinary names', () => {
    const value = read('constructor: {prototype: {x: 1}}\ntoString: a\nhasOwnProperty: b\n')
    expect(Object.keys(Object(value))).toEqual(['constructor', 'toString', 'hasOwnProperty'])
  })

  test('__proto__ is an unknown key that reaches no object', () => {
    const source = readSource('__proto__: {polluted: true}\nvm: {"__proto__": {polluted: true}}\n', 'c.yaml')
    expect(source.problems.map((problem) => problem.message)).toEqual([
      'unknown key "__proto__"',
      'unknown key "__proto__"',
    ])
    expect(source.value).toEqual({ vm: {} })
    expect(Object.getPrototypeOf(source.value)).toBe(Object.prototype)
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })

  test('a merged __proto__ reaches no object either', () => {
    const source = readSource('base: &base {"__proto__": {polluted: true}, a: 1}\nvm: {<<: *base}\n', 'c.yaml')
    expect(source.value).toEqual({ base: { a: 1 }, vm: { a: 1 } })
    expect(source.problems).toHaveLength(1)
  })
})

describe('anchors, aliases and merge keys', () => {
  test('an alias repeats the value of the nearest anchor above it', () => {
    expect(read('a: &x 1\nb: *x\nc: &x 2\nd: *x\n')).toEqual({ a: 1, b: 1, c: 2, d: 2 })
  })

  test('an anchor inside a value of the same anchor is the later one', () => {
    expect(read('a: &x [&x 1, *x]\nb: *x\n')).toEqual({ a: [1, 1], b: 1 })
  })

  test('each alias is a value of its own', () => {
    const value = read('a: &x {b: 1}\nc: *x\n')
    expect(value).toEqual({ a: { b: 1 }, c: { b: 1 } })
    expect(Reflect.get(Object(value), 'a')).not.toBe(Reflect.get(Object(value), 'c'))
  })

  test('own keys win over merged keys, earlier merges over later ones', () => {
    const text = 'x: &x {a: 1, b: 1, c: 1}\ny: &y {b: 2, d: 2}\nz:\n  <<: [*y, *x]\n  a: 3\n'
    expect(read(text)).toMatchObject({ z: { a: 3, b: 2, c: 1, d: 2 } })
  })

  test('merges of merges reach the first map', () => {
    expect(read('x: &x {a: 1}\ny: &y {<<: *x, b: 2}\nz: {<<: *y, c: 3}\n')).toMatchObject({
      z: { a: 1, b: 2, c: 3 },
    })
  })

  test('an own null removes a merged value, a merged null removes too', () => {
    const source = readSource('x: &x {a: 1, b: null}\nz: {<<: *x, a: null}\n', 'c.yaml')
    expect(source.value).toEqual({ x: { a: 1 }, z: {} })
    expect(source.removed).toEqual([
      ['x', 'b'],
      ['z', 'a'],
      ['z', 'b'],
    ])
  })

  test('a quoted << is an ordinary key', () => {
    expect(read('"<<": 1\n')).toEqual({ '<<': 1 })
  })

  test('a mistake behind an anchor is told once, however often it is repeated', () => {
    expect(messagesOf('a: &x [1, null]\nb: *x\nc: [*x, *x]\n')).toEqual(['empty list item'])
  })
})

describe('the text around the YAML', () => {
  test('a byte order mark and windows line ends change nothing', () => {
    const source = readSource('\ufeffname: a\r\nlist:\r\n  - b\r\n  - b: |\r\n      x\r\n      y\r\n', 'c.yaml')
    expect(source.problems).toEqual([])
    expect(source.value).toEqual({ name: 'a', list: ['b', { b: 'x\ny\n' }] })
  })

  test('a document may be marked as YAML 1.2 and closed', () => {
    expect(read('%YAML 1.2\n---\na: 1\n...\n# end\n')).toEqual({ a: 1 })
  })

  test('tabs inside values and comments are fine', () => {
    expect(read('a: "x\ty"\t# comment\nb: |\n  \tcode\n')).toEqual({ a: 'x\ty', b: '\tcode\n' })
  })

  test('standard tags may be written', () => {
    expect(read('a: !!str 1.10\nb: !!int "+3"\nc: !!map {}\n')).toEqual({ a: '1.10', b: 3, c: {} })
  })

  test('broken YAML has no value, other mistakes leave the rest of the value', () => {
    expect(readSource('a: [1\nb: 2\n', 'c.yaml').value).toBeUndefined()
    expect(readSource('a: !secret x\nb: 2\n---\nc: 3\n', 'c.yaml').value).toEqual({ a: 'x', b: 2 })
  })
})
