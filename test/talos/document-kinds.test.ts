import { expect, test } from 'vitest'
import { documentKinds } from '../../src/talos/document-kinds.ts'
import { kinds } from '../../src/talos/schema/lookup.ts'

test('the short table of kinds says the same as the whole schema of documents', () => {
  const bySchema = [...kinds.values()].map(({ kind, since }) => [kind, Number(since.split('.')[1])] as const)
  expect(Object.fromEntries(documentKinds)).toEqual(Object.fromEntries(bySchema))
})
