import fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { expect, test } from 'vitest'
import { addressAt, contains, formatIp, overlap, parseIp, parseNetwork, reservedAddresses } from '../../src/net/ip.ts'

const ipv4 = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255)).map((bytes) => bytes.join('.'))
const ipv6 = fc.ipV6().filter((text) => ipaddr.IPv6.isValid(text))
const address = fc.oneof(ipv4, ipv6)
const network = fc.oneof(
  fc.tuple(ipv4, fc.nat(32)).map(([ip, prefix]) => `${ip}/${prefix}`),
  fc.tuple(ipv6, fc.nat(128)).map(([ip, prefix]) => `${ip}/${prefix}`),
)

test('an address that is printed reads back as the same address', () => {
  fc.assert(
    fc.property(address, (text) => {
      expect(parseIp(formatIp(parseIp(text)))).toEqual(parseIp(text))
    }),
  )
})

test('membership agrees with an independent implementation', () => {
  fc.assert(
    fc.property(network, address, (cidr, text) => {
      const ip = ipaddr.parse(text)
      const [base, prefix] = ipaddr.parseCIDR(cidr)
      const expected = ip.kind() === base.kind() && ip.match(base as never, prefix)
      expect(contains(parseNetwork(cidr), parseIp(text))).toBe(expected)
    }),
  )
})

test('networks overlap exactly when one holds the first address of the other', () => {
  fc.assert(
    fc.property(network, network, (left, right) => {
      const [a, b] = [parseNetwork(left), parseNetwork(right)]
      const expected =
        contains(a, { family: b.family, value: b.first }) || contains(b, { family: a.family, value: a.first })
      expect(overlap(a, b)).toBe(expected)
    }),
  )
})

test('an offset counts from the network address', () => {
  expect(formatIp(addressAt(parseNetwork('192.168.1.77/24'), 10n))).toBe('192.168.1.10')
  expect(formatIp(addressAt(parseNetwork('fd00:1::/64'), 300n))).toBe('fd00:1::12c')
})

test("network and broadcast address of an IPv4 network are no one's", () => {
  expect(reservedAddresses(parseNetwork('10.0.0.0/30')).map(formatIp)).toEqual(['10.0.0.0', '10.0.0.3'])
  expect(reservedAddresses(parseNetwork('10.0.0.0/31'))).toEqual([])
  expect(reservedAddresses(parseNetwork('fd00::/64')).map(formatIp)).toEqual(['fd00::'])
})
