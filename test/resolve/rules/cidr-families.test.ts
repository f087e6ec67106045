import { expect, test } from 'vitest'
import { problemsOf } from '../problems-of.ts'

test('cidr-families: two IPv4 networks', async () => {
  expect(await problemsOf({ network: '{ cidr: [192.168.1.0/24, 192.168.2.0/24], gateway: 192.168.1.1 }' })).toEqual([
    {
      code: 'cidr-families',
      severity: 'error',
      path: 'network.cidr[1]',
      message: '192.168.2.0/24 is a second IPv4 network, after 192.168.1.0/24',
      hint: 'keep one network for each family, and put the other one on a NIC of its own under network.nics',
    },
  ])
})

test('cidr-families: of a further NIC', async () => {
  expect(
    await problemsOf({
      network: "{ cidr: 192.168.1.0/24, gateway: 192.168.1.1, nics: [{ cidr: ['fd00:2::/64', 'fd00:3::/64'] }] }",
    }),
  ).toEqual([
    {
      code: 'cidr-families',
      severity: 'error',
      path: 'network.nics[0].cidr[1]',
      message: 'fd00:3::/64 is a second IPv6 network, after fd00:2::/64',
      hint: 'keep one network for each family, and put the other one on a NIC of its own under network.nics',
    },
  ])
})
