import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

test('patch-shape: a list of documents is refused', async () => {
  expect(
    await foundBy(
      'patch-shape',
      { talos: '{ version: v1.12.4, patches: [a.yaml] }' },
      { 'a.yaml': '- machine: { sysctls: { a: b } }\n' },
    ),
  ).toEqual([
    {
      severity: 'error',
      message: 'this list is not one of JSON patch operations',
      hint: 'start it with machine:, cluster:, or apiVersion: and kind:',
      path: 'talos.patches[0]',
      at: 'a.yaml:1:1',
    },
  ])
})

test('patch-shape: a single value is refused', async () => {
  expect(
    await foundBy('patch-shape', { talos: '{ version: v1.12.4, patches: [a.yaml] }' }, { 'a.yaml': 'just text\n' }),
  ).toEqual([
    {
      severity: 'error',
      message: 'a patch cannot be a single value',
      hint: 'start it with machine:, cluster:, or apiVersion: and kind:',
      path: 'talos.patches[0]',
      at: 'a.yaml:1:1',
    },
  ])
})

test('patch-shape: nothing is said about a list of JSON patch operations', async () => {
  expect(
    await foundBy(
      'patch-shape',
      { talos: '{ version: v1.11.3, patches: [a.yaml] }' },
      { 'a.yaml': '- op: add\n  path: /machine/sysctls\n  value: { a: b }\n' },
    ),
  ).toEqual([])
})
