import { expect, test } from 'vitest'
import { resolve } from '../../src/resolve/resolve.ts'
import { loadText } from '../../src/spec/load.ts'
import { clusterText } from './problems-of.ts'

test('a patch file is read once for all machines, in the order of the layers', async () => {
  const text = clusterText({
    talos: '{ version: v1.12.4, patches: [all.yaml, { machine: { sysctls: { b: "1" } } }] }',
    workers: '{ general: { count: 2, patches: [all.yaml] } }',
  })
  const loaded = await loadText(text, 'cluster.yaml')
  const files = new Map([['all.yaml', { text: 'machine: { sysctls: { a: "1" } }\n---\nkind: OOMConfig\n' }]])
  const { desired } = resolve({ ...loaded, files })
  const patches = desired?.machines.filter(({ role }) => role === 'worker').map(({ talos }) => talos.patches) ?? []
  const all = [{ machine: { sysctls: { a: '1' } } }, { kind: 'OOMConfig' }]
  expect(patches[0]).toEqual([
    { path: ['talos', 'patches', 0], file: 'all.yaml', documents: all },
    { path: ['talos', 'patches', 1], documents: [{ machine: { sysctls: { b: '1' } } }] },
    { path: ['workers', 'general', 'patches', 0], file: 'all.yaml', documents: all },
  ])
  expect(patches[1]?.[0]?.documents[0]).toBe(patches[0]?.[0]?.documents[0])
})

test('a place in a named file is shown by a path beside the cluster file', async () => {
  const text = clusterText({ talos: '{ version: v1.12.4, patches: [all.yaml] }' })
  const loaded = await loadText(text, 'clusters/lab/cluster.yaml')
  const { problems } = resolve({ ...loaded, files: new Map([['all.yaml', { text: 'machine: [\n' }]]) })
  expect(problems.flatMap(({ at }) => at?.file ?? [])).toEqual(['clusters/lab/all.yaml'])
})
