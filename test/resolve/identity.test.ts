import fc from 'fast-check'
import { expect, test } from 'vitest'
import { macOf, nameOf, uuidOf } from '../../src/resolve/identity.ts'

const seat = { cluster: 'homelab', pool: 'general', index: 7 }

test('a name pattern is filled in, with leading zeros on request', () => {
  expect(nameOf('{cluster}-{pool}-{index}', seat)).toBe('homelab-general-7')
  expect(nameOf('talos-cplane-{index:3}', seat)).toBe('talos-cplane-007')
  expect(nameOf('n{index:2}', { ...seat, index: 123 })).toBe('n123')
})

test('a MAC address never changes between releases: DHCP reservations hang on it', () => {
  expect(macOf(seat, 0, undefined)).toBe('72:B6:F5:25:8F:39')
  expect(macOf(seat, 0, 'BC:24:11')).toBe('BC:24:11:25:8F:39')
  expect(macOf(seat, 1, undefined)).not.toBe(macOf(seat, 0, undefined))
})

test('the id of a machine never changes between releases: VMs are recognised by it', () => {
  expect(uuidOf(seat)).toBe('1365d665-62c7-8b1f-b42d-250440312140')
})

test('computed MAC addresses are unicast and locally administered', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.nat(), (cluster, pool, index) => {
      const first = Number.parseInt(macOf({ cluster, pool, index }, 0, undefined).slice(0, 2), 16)
      expect(first & 3).toBe(2)
    }),
  )
})

test('twenty thousand machines have twenty thousand MAC addresses', () => {
  const all = Array.from({ length: 20_000 }, (_, index) => macOf({ ...seat, index }, 0, undefined))
  expect(new Set(all).size).toBe(all.length)
})

test('neighbouring parts of an identity do not run into each other', () => {
  expect(uuidOf({ cluster: 'a', pool: 'bc', index: 1 })).not.toBe(uuidOf({ cluster: 'ab', pool: 'c', index: 1 }))
})
