import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

test('patch-unreadable: a patch file that is not there is refused', async () => {
  expect(await foundBy('patch-unreadable', { controlPlane: '{ patches: [no/such.yaml] }' })).toEqual([
    {
      severity: 'error',
      message: 'the patch cannot be read: no/such.yaml: no such file',
      hint: 'patch files are named relative to the cluster file',
      path: 'controlPlane.patches[0]',
    },
  ])
})

test('patch-unreadable: nothing is said about a patch file that is there', async () => {
  expect(
    await foundBy(
      'patch-unreadable',
      { talos: '{ version: v1.12.4, patches: [a.yaml] }' },
      { 'a.yaml': 'machine: { sysctls: { a: b } }\n' },
    ),
  ).toEqual([])
})
