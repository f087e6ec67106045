import { expect, test } from 'vitest'
import { fieldsOf, kinds, structNames } from '../../../src/talos/schema/lookup.ts'
import type { Type } from '../../../src/talos/schema/notation.ts'

function sectionsIn(type: Type): string[] {
  if (type.form === 'struct') return [type.of]
  return type.form === 'list' || type.form === 'map' ? sectionsIn(type.item) : []
}

const allFields = [...structNames.map(fieldsOf), ...[...kinds.values()].map(({ fields }) => fields)].flatMap(
  (fields) => [...fields.values()],
)

test('every section that a field names is in the table', () => {
  const named = allFields.flatMap(({ type }) => sectionsIn(type))
  expect(named.filter((name) => !structNames.includes(name))).toEqual([])
})

test('every section in the table is used', () => {
  const named = new Set(['Config', ...allFields.flatMap(({ type }) => sectionsIn(type))])
  expect(structNames.filter((name) => !named.has(name))).toEqual([])
})

test('keys by which list elements are merged are fields of those elements', () => {
  const wrong = allFields.flatMap(({ name, type, by, swap }) => {
    const keys = [...by, ...(swap === undefined ? [] : [swap])]
    const [section] = sectionsIn(type)
    return keys.filter((key) => section === undefined || !fieldsOf(section).has(key)).map((key) => `${name} by ${key}`)
  })
  expect(wrong).toEqual([])
})

test('kinds appear with the versions that brought them', () => {
  const since = (kind: string) => kinds.get(kind)?.since
  expect(
    [
      'TrustedRootsConfig',
      'UserVolumeConfig',
      'RawVolumeConfig',
      'LinkConfig',
      'KubeSpanConfig',
      'KubeProxyConfig',
    ].map(since),
  ).toEqual(['1.9', '1.10', '1.11', '1.12', '1.13', '1.14'])
})
