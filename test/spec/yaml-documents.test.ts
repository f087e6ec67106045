import { expect, test } from 'vitest'
import { readDocuments } from '../../src/spec/yaml-documents.ts'

test('every document but the empty ones is read, nulls included', () => {
  const { documents, faults } = readDocuments('# first\na: 1\nb: null\n---\n---\n# nothing\n---\n- x\n')
  expect(faults).toEqual([])
  expect(documents.map(({ value }) => value)).toEqual([{ a: 1, b: null }, ['x']])
})

test('a byte order mark and windows line ends do not matter', () => {
  expect(readDocuments('\ufeffa: 1\r\n---\r\nb: 2\r\n').documents.map(({ value }) => value)).toEqual([
    { a: 1 },
    { b: 2 },
  ])
})

test('an anchor stands for its value within its own document only', () => {
  expect(readDocuments('a: &x 1\nb: *x\n').documents[0]?.value).toEqual({ a: 1, b: 1 })
  expect(readDocuments('a: &x 1\n---\nb: *x\n').faults).toMatchObject([{ code: 'yaml-alias' }])
})

test('a mistake in one document is told, and no document is used', () => {
  const { documents, faults } = readDocuments('a: 1\n---\nb: [1\n---\nc: 2\n')
  expect(documents).toEqual([])
  expect(faults).toMatchObject([{ code: 'yaml-syntax', message: 'the bracket [ that opens here is never closed' }])
})

test('text that is not YAML at all, too deep or too large is a fault, never an exception', () => {
  expect(readDocuments('\0').faults).toMatchObject([{ code: 'control-character' }])
  expect(readDocuments('['.repeat(5000)).faults).toMatchObject([{ code: 'yaml-too-deep' }])
  expect(readDocuments('- x\n'.repeat(150_000)).faults).toMatchObject([{ code: 'yaml-too-much' }])
})
