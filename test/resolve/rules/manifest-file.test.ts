import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

test('manifest-file: a file that is not there is refused', async () => {
  expect(await foundBy('manifest-file', { kubernetes: '{ manifests: [{ file: no/such.yaml }] }' })).toEqual([
    {
      severity: 'error',
      message: 'the manifest cannot be read: no/such.yaml: no such file',
      hint: 'manifests are named relative to the cluster file',
      path: 'kubernetes.manifests[0].file',
    },
  ])
})

test('manifest-file: broken YAML is shown at its place', async () => {
  expect(
    await foundBy(
      'manifest-file',
      { kubernetes: '{ manifests: [{ file: a.yaml }] }' },
      { 'a.yaml': 'kind: Namespace\nmetadata: { name: "apps }\n' },
    ),
  ).toEqual([
    {
      severity: 'error',
      message: 'the quote " that opens here is never closed',
      path: 'kubernetes.manifests[0].file',
      at: 'a.yaml:2:19',
    },
  ])
})

test('manifest-file: a document that is no object is refused', async () => {
  expect(
    await foundBy(
      'manifest-file',
      { kubernetes: '{ manifests: [{ file: a.yaml }, { name: b, inline: "kind: Namespace" }] }' },
      { 'a.yaml': 'metadata: {}\n' },
    ),
  ).toEqual([
    {
      severity: 'error',
      message: 'this document is not a Kubernetes object',
      hint: 'it needs apiVersion and kind',
      path: 'kubernetes.manifests[0].file',
      at: 'a.yaml:1:1',
    },
    {
      severity: 'error',
      message: 'this document is not a Kubernetes object',
      hint: 'it needs apiVersion and kind',
      path: 'kubernetes.manifests[1].inline',
    },
  ])
})

test('manifest-file: an inline manifest that is not YAML is refused', async () => {
  expect(await foundBy('manifest-file', { kubernetes: '{ manifests: [{ name: b, inline: "{" }] }' })).toEqual([
    {
      severity: 'error',
      message: 'the manifest is not YAML: the bracket { that opens here is never closed',
      path: 'kubernetes.manifests[0].inline',
    },
  ])
})

test('manifest-file: nothing is said about objects in a file and inline', async () => {
  expect(
    await foundBy(
      'manifest-file',
      {
        kubernetes:
          '{ manifests: [{ file: a.yaml }, { name: b, inline: "apiVersion: v1\\nkind: Namespace" }, { url: "https://example.com/c.yaml" }] }',
      },
      { 'a.yaml': 'apiVersion: v1\nkind: List\n---\n---\napiVersion: v1\nkind: Namespace\n' },
    ),
  ).toEqual([])
})
