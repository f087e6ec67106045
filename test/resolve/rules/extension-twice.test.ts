import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

test('extension-twice: an extension twice in one list is warned about, with and without its owner', async () => {
  expect(
    await foundBy('extension-twice', {
      workers: '{ gpu: { count: 1, extensions: [iscsi-tools, util-linux-tools, siderolabs/iscsi-tools] } }',
    }),
  ).toEqual([
    {
      severity: 'warning',
      message: 'siderolabs/iscsi-tools is already in this list',
      hint: 'remove it',
      path: 'workers.gpu.extensions[2]',
    },
  ])
})

test('extension-twice: nothing is said about the same extension in two layers', async () => {
  expect(
    await foundBy('extension-twice', {
      talos: '{ version: v1.12.4, extensions: [iscsi-tools] }',
      workers: '{ gpu: { count: 1, extensions: [iscsi-tools] } }',
    }),
  ).toEqual([])
})
