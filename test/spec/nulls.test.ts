import { expect, test } from 'vitest'
import { readSource } from '../../src/spec/source.ts'
import { problemsOf } from '../resolve/problems-of.ts'
import { machineOf, resolved, smallCluster } from '../resolve/resolved.ts'

const patch = { machine: { sysctls: { 'a.b': null }, list: [1, null] }, cluster: null }

test('null inside a patch is part of the patch, as in a file', async () => {
  const desired = await resolved({ ...smallCluster, controlPlane: { patches: [patch] } })
  expect(machineOf(desired, 'test-cp-1').talos.patches.map(({ documents }) => documents)).toEqual([[patch]])
})

test('null is kept in every value of another format, at any depth, and takes nothing away there', () => {
  const text = [
    'talos: { overlay: { options: { a: null } }, patches: [{ machine: ~ }] }',
    'kubernetes: { kubelet: { extraConfig: { a: { b: null } } } }',
  ].join('\n')
  const { value, removed, problems } = readSource(text, 'c.yaml')
  expect(value).toEqual({
    talos: { overlay: { options: { a: null } }, patches: [{ machine: null }] },
    kubernetes: { kubelet: { extraConfig: { a: { b: null } } } },
  })
  expect(removed).toEqual([])
  expect(problems).toEqual([])
})

test('null for such a value as a whole still takes it away', () => {
  const { removed } = readSource('kubernetes: { kubelet: { extraConfig: null } }\ntalos: { patches: ~ }\n', 'c.yaml')
  expect(removed).toEqual([
    ['kubernetes', 'kubelet', 'extraConfig'],
    ['talos', 'patches'],
  ])
})

test('a patch that is null is an empty list item', async () => {
  expect(await problemsOf({ talos: '{ version: v1.12.4, patches: [null] }' })).toMatchObject([
    { code: 'empty-item', path: 'talos.patches[0]' },
  ])
})

test('a null below a value that is no map is not an unknown key', async () => {
  expect(await problemsOf({ ha: '{ x: null }' })).toMatchObject([{ path: 'ha', message: 'expected true or false' }])
})
