import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

test('json-patch: a JSON patch is refused where the config has several documents', async () => {
  expect(
    await foundBy(
      'json-patch',
      { talos: '{ version: v1.12.4, patches: [a.yaml] }' },
      { 'a.yaml': '- op: remove\n  path: /machine/sysctls\n' },
    ),
  ).toEqual([
    {
      severity: 'error',
      message: 'a JSON patch cannot change the several documents of contract v1.12',
      hint: 'write the part of the config as it should be: machine: { … }',
      path: 'talos.patches[0]',
      at: 'a.yaml:1:1',
    },
  ])
})

test('json-patch: nothing is said about a JSON patch of an older contract', async () => {
  expect(
    await foundBy(
      'json-patch',
      { talos: '{ version: v1.12.4, contract: v1.11, patches: [a.yaml] }' },
      { 'a.yaml': '- op: remove\n  path: /machine/sysctls\n' },
    ),
  ).toEqual([])
})
