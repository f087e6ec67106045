import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

test("pre-enrolled-keys: Microsoft's keys are refused", async () => {
  expect(await foundBy('pre-enrolled-keys', { vm: '{ efidisk: { preEnrolledKeys: true } }' })).toEqual([
    {
      severity: 'warning',
      message: "Microsoft's keys turn Secure Boot on, and an unsigned Talos image does not start",
      hint: 'set it to false, or turn Secure Boot off in the firmware menu',
      path: 'vm.efidisk.preEnrolledKeys',
    },
  ])
})

test('pre-enrolled-keys: with Secure Boot too', async () => {
  expect(
    await foundBy('pre-enrolled-keys', {
      talos: '{ version: v1.12.4, secureBoot: true }',
      vm: '{ efidisk: { preEnrolledKeys: true } }',
    }),
  ).toEqual([
    {
      severity: 'error',
      message: "Microsoft's keys do not start a Talos image, which is signed with other keys",
      hint: 'set it to false: Talos enrols its own keys at the first start',
      path: 'vm.efidisk.preEnrolledKeys',
    },
  ])
})

test('pre-enrolled-keys: nothing is said about a disk without them', async () => {
  expect(await foundBy('pre-enrolled-keys', { vm: '{ efidisk: { type: 4m, preEnrolledKeys: false } }' })).toEqual([])
})
