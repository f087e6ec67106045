import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseNotes, printNotes } from '../../../src/proxmox/ownership/notes.ts'
import type { OwnershipRecord } from '../../../src/proxmox/ownership/record.ts'

const record: OwnershipRecord = {
  cluster: 'rack',
  pool: 'control-plane',
  index: 1,
  node: 'rack-cp-1',
  contract: 'v1.12',
  schematic: 'a'.repeat(64),
  talmox: '0.1.0',
  keys: ['cores', 'memory', 'scsi0'],
}
const block = printNotes({ before: '', after: '', record })

const word = fc.stringMatching(/^[a-z0-9][a-z0-9.-]{0,20}$/)
const anyRecord = fc.record({
  cluster: word,
  pool: word,
  index: fc.integer({ min: 1, max: 9999 }),
  node: word,
  contract: word,
  schematic: word,
  talmox: word,
  keys: fc.array(word, { maxLength: 60 }),
})
const prose = fc
  .array(fc.stringMatching(/^[ -~äöü€]{0,40}$/), { maxLength: 6 })
  .map((lines) => lines.join('\n').trim())
  .filter((text) => !text.includes('```talmox'))

test('what is written is read again, with the text of people around it', () => {
  fc.assert(
    fc.property(anyRecord, prose, prose, (written, before, after) => {
      expect(parseNotes(printNotes({ before, after, record: written }))).toEqual({ before, after, record: written })
    }),
  )
})

test('what a browser or Proxmox does to line ends makes no difference', () => {
  expect(parseNotes(`mine\n\n${block}\n`.replaceAll('\n', '\r\n'))).toEqual({ before: 'mine', after: '', record })
})

test('notes without a record are all text of people', () => {
  expect(parseNotes('talmox: no\n```\nsome code\n```')).toEqual({
    before: 'talmox: no\n```\nsome code\n```',
    after: '',
    record: undefined,
  })
})

describe('a record is not taken for one', () => {
  test.each([
    ['when a line is missing', block.replace(/^pool: .*\n/m, ''), /damaged/],
    ['when a line is there twice', block.replace(/^pool: .*$/m, 'pool: a\npool: b'), /damaged/],
    ['when a line is unknown', block.replace(/^pool: .*$/m, 'pool: a\ncolour: b'), /damaged/],
    ['when the index is no number', block.replace('index: 1', 'index: one'), /damaged/],
    ['when a value is empty', block.replace('cluster: rack', 'cluster:'), /damaged/],
    ['when it does not end', block.replace(/\n```$/, ''), /no end/],
    ['when there are two', `${block}\n\n${block}`, /more than one/],
  ])('%s', (_, text, fault) => {
    const notes = parseNotes(text)
    expect(notes.record).toBeUndefined()
    expect(notes.fault).toMatch(fault)
  })
})

test('damaged notes can be written again without being taken for a record', () => {
  const { before, after } = parseNotes(`mine\n\n${block}\n\n${block}`)
  expect(parseNotes(printNotes({ before, after, record }))).toMatchObject({ record })
  expect(before).toContain('mine')
})

test('a description that holds a record of its own is refused', () => {
  expect(() => printNotes({ before: block, after: '', record })).toThrow(/holds a record of talmox/)
})
