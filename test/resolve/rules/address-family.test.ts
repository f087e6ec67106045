import { expect, test } from 'vitest'
import { problemsOf } from '../problems-of.ts'

test('address-family: a range of one family in a network of two', async () => {
  expect(
    await problemsOf({
      network: "{ cidr: [192.168.1.0/24, 'fd00:1::/64'], gateway: 192.168.1.1 }",
      controlPlane: '{ addresses: 192.168.1.10-192.168.1.12 }',
    }),
  ).toEqual([
    {
      code: 'address-family',
      severity: 'error',
      path: 'controlPlane.addresses',
      message: 'controlPlane has no IPv6 addresses for fd00:1::/64',
      hint: 'write addresses for each family: addresses: { ipv4: 192.168.1.10-192.168.1.12, ipv6: +10 }',
    },
  ])
})

test('address-family: a list of both', async () => {
  expect(await problemsOf({ controlPlane: "{ count: 1, addresses: [192.168.1.10, 'fd00:1::10'] }" })).toEqual([
    {
      code: 'address-family',
      severity: 'error',
      path: 'controlPlane.addresses[1]',
      message: 'fd00:1::10 is IPv6 among IPv4 addresses',
      hint: 'write the families apart: addresses: { ipv4: …, ipv6: … }',
    },
  ])
})

test('address-family: one family under the name of the other', async () => {
  expect(
    await problemsOf({
      network: "{ cidr: [192.168.1.0/24, 'fd00:1::/64'], gateway: 192.168.1.1 }",
      controlPlane: "{ addresses: { ipv4: 'fd00:1::10-fd00:1::19', ipv6: +10 } }",
    }),
  ).toEqual([
    {
      code: 'address-family',
      severity: 'error',
      path: 'controlPlane.addresses.ipv4',
      message: 'fd00:1::10-fd00:1::19 is IPv6 among IPv4 addresses',
      hint: 'write the families apart: addresses: { ipv4: …, ipv6: … }',
    },
  ])
})

test('address-family: addresses for a network that is not there', async () => {
  expect(await problemsOf({ controlPlane: '{ addresses: { ipv4: +10, ipv6: +10 } }' })).toEqual([
    {
      code: 'address-family',
      severity: 'warning',
      path: 'controlPlane.addresses.ipv6',
      message: 'not used, since network.cidr has no IPv6 network',
      hint: 'add the IPv6 network to network.cidr, or leave the line out',
    },
  ])
})

test('address-family: a machine with an address in one of two networks', async () => {
  expect(
    await problemsOf({
      network: "{ cidr: [192.168.1.0/24, 'fd00:1::/64'], gateway: 192.168.1.1 }",
      nodes: '{ lab-cp-1: { address: 192.168.1.40 } }',
    }),
  ).toEqual([
    {
      code: 'address-family',
      severity: 'error',
      path: 'nodes.lab-cp-1.address',
      message: 'lab-cp-1 has no IPv6 address for fd00:1::/64',
      hint: 'write one address for each network: 192.168.1.0/24, fd00:1::/64',
    },
  ])
})

test('address-family: a machine with two addresses in one network', async () => {
  expect(await problemsOf({ nodes: '{ lab-cp-1: { address: [192.168.1.40, 192.168.1.41] } }' })).toEqual([
    {
      code: 'address-family',
      severity: 'error',
      path: 'nodes.lab-cp-1.address',
      message: 'lab-cp-1 has 2 IPv4 addresses for 192.168.1.0/24',
      hint: 'write one address for each network: 192.168.1.0/24',
    },
  ])
})

test('address-family: offsets are for every family', async () => {
  expect(
    await problemsOf({
      network: "{ cidr: [192.168.1.0/24, 'fd00:1::/64'], gateway: 192.168.1.1 }",
      workers: '{ general: { count: 2, addresses: +40 } }',
    }),
  ).toEqual([])
})
