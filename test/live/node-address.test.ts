import { expect, test } from 'vitest'
import { agentAddress } from '../../src/live/node-address.ts'

const mac = 'BC:24:11:00:00:01'
const network = { vips: ['10.0.0.200'] }

test('of what the guest agent tells, only the first NIC counts, whatever the order and the names of interfaces', () => {
  const addresses = { 'AA:00:00:00:00:01': ['10.244.0.1'], [mac]: ['10.0.0.9'] }
  expect(agentAddress(addresses, mac.toLowerCase(), network)).toBe('10.0.0.9')
  expect(agentAddress({ 'AA:00:00:00:00:01': ['10.244.0.1'] }, mac, network)).toBeUndefined()
})

test('link-local and loopback addresses and the virtual address of the cluster are nobody’s own', () => {
  const addresses = { [mac]: ['169.254.3.4', 'fe80::1', '10.0.0.200', '127.0.0.1', '10.0.0.9'] }
  expect(agentAddress(addresses, mac, network)).toBe('10.0.0.9')
  expect(agentAddress({ [mac]: ['10.0.0.200'] }, mac, network)).toBeUndefined()
})

test('an IPv4 address goes before an IPv6 one, which is taken where there is no other', () => {
  expect(agentAddress({ [mac]: ['2001:db8::9', '10.0.0.9'] }, mac, network)).toBe('10.0.0.9')
  expect(agentAddress({ [mac]: ['2001:db8::9'] }, mac, network)).toBe('2001:db8::9')
})
