import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changesBetween } from '../../../src/talos/document/changes.ts'
import { readDocuments } from '../../../src/talos/document/read.ts'

const config = (text: string) => readDocuments(text)
const base = 'machine:\n  type: worker\n  certSANs: [a]\ncluster:\n  clusterName: c\n'

test('a config that is only written differently is the same', () => {
  const other = 'cluster: {clusterName: "c"}\nmachine: {certSANs: ["a"], type: worker, sysctls: {}}\n'
  expect(changesBetween(config(base), config(other))).toEqual([])
})

test('values that come, go and change are told with their paths', () => {
  const after = base.replace('[a]', '[b, c]').replace('clusterName: c', 'dummy: 1')
  expect(changesBetween(config(base), config(after))).toEqual([
    { document: 'v1alpha1', path: 'machine.certSANs[0]', from: 'a', to: 'b' },
    { document: 'v1alpha1', path: 'machine.certSANs[1]', to: 'c' },
    { document: 'v1alpha1', path: 'cluster.clusterName', from: 'c' },
    { document: 'v1alpha1', path: 'cluster.dummy', to: 1 },
  ])
})

test('documents that come and go are told as a whole', () => {
  const hostname = '---\napiVersion: v1alpha1\nkind: HostnameConfig\nhostname: one\n'
  const [added] = changesBetween(config(base), config(base + hostname))
  expect(added).toMatchObject({ document: 'HostnameConfig', path: '.', to: { hostname: 'one' } })
  const [gone] = changesBetween(config(base + hostname), config(base))
  expect(gone).toMatchObject({ document: 'HostnameConfig', path: '.', from: { hostname: 'one' } })
})

test('nothing differs from itself, and a difference is seen from both sides', () => {
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 3 },
      fc.string(),
      fc.boolean(),
      fc.integer(),
      fc.dictionary(fc.stringMatching(/^[a-z]{1,4}$/), tie('any')),
    ),
  })).any
  const documents = fc.dictionary(fc.stringMatching(/^[a-z]{1,4}$/), value).map((body) => [{ machine: body }])
  fc.assert(
    fc.property(documents, documents, (a, b) => {
      const [left, right] = [config(JSON.stringify(a[0])), config(JSON.stringify(b[0]))]
      expect(changesBetween(left, left)).toEqual([])
      expect(changesBetween(left, right)).toHaveLength(changesBetween(right, left).length)
    }),
  )
})
