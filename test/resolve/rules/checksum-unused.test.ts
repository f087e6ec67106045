import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

test('checksum-unused: a checksum of an ISO that is already there is warned about', async () => {
  expect(
    await foundBy('checksum-unused', {
      image:
        '{ mode: iso, iso: { volume: "local:iso/talos.iso" }, checksum: "sha256:0000000000000000000000000000000000000000000000000000000000000000" }',
    }),
  ).toEqual([
    {
      severity: 'warning',
      message: 'the checksum is not looked at: nothing is downloaded here',
      hint: 'remove it',
      path: 'image.checksum',
    },
  ])
})

test('checksum-unused: nothing is said about a checksum of a download', async () => {
  expect(
    await foundBy('checksum-unused', {
      image: '{ checksum: "sha256:0000000000000000000000000000000000000000000000000000000000000000" }',
    }),
  ).toEqual([])
})
