import { expect, test } from 'vitest'
import { problemsOf } from '../problems-of.ts'
import { resolved, smallCluster } from '../resolved.ts'

const v6 = "cidr: 'fd00:1::/64', gateway: 'fd00:1::1'"

test('dns-family: servers that no machine can reach', async () => {
  expect(await problemsOf({ network: `{ ${v6}, dns: [192.168.1.1, 1.1.1.1] }` })).toEqual([
    {
      code: 'dns-family',
      severity: 'warning',
      path: 'network.dns',
      message: 'the name servers are IPv4 only, and the machines have IPv6 addresses only',
      hint: 'add a name server with an IPv6 address',
    },
  ])
})

test('dns-family: one server within reach is enough, and a further NIC may reach it', async () => {
  expect(await problemsOf({ network: `{ ${v6}, dns: [1.1.1.1, 'fd00:1::1'] }` })).toEqual([])
  expect(await problemsOf({ network: `{ ${v6}, dns: [1.1.1.1], nics: [{ cidr: 10.40.0.0/24 }] }` })).toEqual([])
})

test('dns-family: the servers by default are of the families of the machines, IPv4 first', async () => {
  const dnsOf = async (...cidr: string[]) => (await resolved({ ...smallCluster, network: { cidr } })).network.dns
  expect(await dnsOf('10.0.0.0/24')).toEqual(['1.1.1.1', '8.8.8.8'])
  expect(await dnsOf('fd00:1::/64')).toEqual(['2606:4700:4700::1111', '2001:4860:4860::8888'])
  expect(await dnsOf('fd00:1::/64', '10.0.0.0/24')).toEqual([
    '1.1.1.1',
    '8.8.8.8',
    '2606:4700:4700::1111',
    '2001:4860:4860::8888',
  ])
})
