import { expect, test } from 'vitest'
import { limits, readDocuments, readValues } from '../../../src/talos/document/read.ts'
import { UserError } from '../../../src/user-error.ts'

const refused = (text: string): string => {
  try {
    readValues(text)
  } catch (error) {
    if (error instanceof UserError) return error.message
    throw error
  }
  return 'was read'
}

test('documents are separated by three dashes, and empty ones are skipped', () => {
  expect(readDocuments('machine: {}\n---\n# nothing\n---\napiVersion: v1alpha1\nkind: HostnameConfig\n')).toEqual([
    { machine: {} },
    { apiVersion: 'v1alpha1', kind: 'HostnameConfig' },
  ])
})

test('numbers in text fields keep the way they are written', () => {
  const [document] = readDocuments(
    'machine:\n  sysctls:\n    a.b: 1.10\n  kubelet:\n    extraArgs: {v: 0x10}\n    extraConfig: {maxPods: 250}\n',
  )
  expect(document).toEqual({
    machine: { sysctls: { 'a.b': '1.10' }, kubelet: { extraArgs: { v: '0x10' }, extraConfig: { maxPods: 250 } } },
  })
})

test('octal numbers and old truth values are read as Talos reads them', () => {
  const [document] = readDocuments(
    'machine:\n  install: {wipe: yes}\n  files:\n    - {permissions: 0644}\n    - {permissions: 0o600}\n',
  )
  expect(document).toEqual({
    machine: { install: { wipe: true }, files: [{ permissions: 420 }, { permissions: 384 }] },
  })
})

test('off is text where a word is expected', () => {
  expect(readDocuments('apiVersion: v1alpha1\nkind: HostnameConfig\nauto: off\n')[0]).toMatchObject({ auto: 'off' })
})

test('anchors, aliases and merge keys are expanded', () => {
  expect(
    readDocuments('machine:\n  nodeLabels: &all {a: "1", b: "2"}\n  nodeAnnotations:\n    <<: *all\n    b: "3"\n'),
  ).toEqual([{ machine: { nodeLabels: { a: '1', b: '2' }, nodeAnnotations: { a: '1', b: '3' } } }])
})

test('keys that name a prototype are plain keys', () => {
  const [document] = readDocuments('machine:\n  nodeLabels: {__proto__: "1", constructor: "2"}\n')
  expect(Object.keys(document ?? {})).toEqual(['machine'])
  expect(JSON.stringify(document)).toBe('{"machine":{"nodeLabels":{"__proto__":"1","constructor":"2"}}}')
})

test('an alias bomb is refused', () => {
  const levels = Array.from({ length: 12 }, (_, i) => `a${i + 1}: &a${i + 1} [${Array(10).fill(`*a${i}`).join(', ')}]`)
  expect(refused(`a0: &a0 x\n${levels.join('\n')}\n`)).toContain('too large')
})

test('a hundred thousand documents are refused at once', () => {
  expect(refused('a: 1\n---\n'.repeat(100_000))).toBe(`the text has more than ${limits.documents} documents`)
})

test('nesting without end is refused', () => {
  expect(refused(`a: ${'['.repeat(50_000)}${']'.repeat(50_000)}`)).toMatch(/nested too deeply|too large or too deep/)
})

test('a syntax error says where it is', () => {
  expect(refused('machine:\n  a: [1, 2\n')).toMatch(/^this is not valid YAML at line \d+, column \d+: /)
})

test('a key that is there twice is refused', () => {
  expect(refused('machine: {}\nmachine: {}\n')).toContain('unique')
})

test('a document that is not a mapping is refused', () => {
  expect(() => readDocuments('- a\n')).toThrow('document 1 is not a mapping')
})
