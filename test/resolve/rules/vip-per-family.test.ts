import { expect, test } from 'vitest'
import { problemsOf } from '../problems-of.ts'

test('vip-per-family: two of one family', async () => {
  expect(
    await problemsOf({
      network: '{ cidr: 192.168.1.0/24, gateway: 192.168.1.1, vip: [192.168.1.210, 192.168.1.211] }',
    }),
  ).toEqual([
    {
      code: 'vip-per-family',
      severity: 'error',
      path: 'network.vip[1]',
      message: '192.168.1.211 is a second IPv4 VIP, after 192.168.1.210',
      hint: 'keep one VIP for each family',
    },
  ])
})

test('vip-per-family: one of each is fine', async () => {
  expect(
    await problemsOf({
      network: "{ cidr: [192.168.1.0/24, 'fd00:1::/64'], gateway: 192.168.1.1, vip: [192.168.1.210, 'fd00:1::d2'] }",
    }),
  ).toEqual([])
})
