import { expect, test } from 'vitest'
import { contractOf, has, isAtLeast } from '../../../src/talos/config/contract.ts'
import { minors } from '../../../src/talos/schema/notation.ts'

test.each([
  ['v1.12.6', '1.12'],
  ['1.9.0', '1.9'],
  ['v1.14.0-rc.1', '1.14'],
  ['1.13', '1.13'],
])('Talos %s has the contract %s', (version, contract) => {
  expect(contractOf(version)).toBe(contract)
})

test.each(['v1.8.0', 'v2.0.0', 'latest', '1.140.0'])('there is no contract for %s', (version) => {
  expect(() => contractOf(version)).toThrow(`no machine config can be made for Talos ${version}`)
})

test('contracts are ordered by number, not by letter', () => {
  expect(isAtLeast('1.10', '1.9')).toBe(true)
  expect(isAtLeast('1.9', '1.10')).toBe(false)
})

test('a switch is on within its span only', () => {
  expect(minors.filter((contract) => has(contract, 'bootCommandLineFromImage'))).toEqual(['1.12', '1.13'])
  expect(minors.filter((contract) => has(contract, 'accessFlags'))).toEqual(['1.9', '1.10', '1.11'])
})
