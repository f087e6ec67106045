import { expect, test } from 'vitest'
import { manifestText } from '../../../src/talos/from-desired/manifest-text.ts'

test('what only YAML can read in braces becomes JSON, since Kubernetes takes braces for that', () => {
  expect(manifestText('{ apiVersion: v1, kind: Namespace, metadata: { name: apps } }')).toBe(
    '{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"apps"}}\n',
  )
})

test('each document is judged by itself, and all others stay as they are written', () => {
  const lines = 'apiVersion: v1 # a comment\nkind: Namespace\nmetadata: { name: one }\n'
  const json = '\n{ "apiVersion": "v1", "kind": "Namespace" }\n'
  expect(manifestText(`${lines}---${json}--- \n{ kind: Secret }\n---\n# none\n`)).toBe(
    `${lines}---${json}--- \n{"kind":"Secret"}\n---\n# none\n`,
  )
})

test('braces within a text are no document', () => {
  const text = 'apiVersion: v1\nkind: ConfigMap\ndata:\n  a: |\n    {x}\n    ---\n    {y}\n'
  expect(manifestText(text)).toBe(text)
})
