import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

test('talos-contract: a contract newer than the Talos version is refused', async () => {
  expect(await foundBy('talos-contract', { talos: '{ version: v1.12.4, contract: v1.13 }' })).toEqual([
    {
      severity: 'error',
      message: 'Talos v1.12.4 does not read contract v1.13',
      hint: 'use v1.12, or leave it out',
      path: 'talos.contract',
    },
  ])
})

test('talos-contract: a contract older than v1.9 is refused', async () => {
  expect(await foundBy('talos-contract', { talos: '{ version: v1.12.4, contract: v1.8 }' })).toEqual([
    {
      severity: 'error',
      message: 'contract v1.8 is older than v1.9, the oldest that talmox writes',
      hint: 'use v1.9 or newer',
      path: 'talos.contract',
    },
  ])
})

test('talos-contract: a contract that talmox does not write is refused', async () => {
  expect(
    await foundBy('talos-contract', {
      talos: '{ version: v1.15.0, contract: v1.15 }',
      kubernetes: '{ version: v1.37.0 }',
    }),
  ).toEqual([
    {
      severity: 'error',
      message: 'contract v1.15 is newer than v1.14, the newest that talmox writes',
      hint: 'use v1.14, which newer versions read as well',
      path: 'talos.contract',
    },
  ])
})

test('talos-contract: a version newer than known needs an older contract', async () => {
  expect(
    await foundBy('talos-contract', { talos: '{ version: v1.15.0 }', kubernetes: '{ version: v1.37.0 }' }),
  ).toEqual([
    {
      severity: 'error',
      message: 'talmox does not write the configuration format of Talos v1.15.0 yet',
      hint: 'set talos.contract: v1.14, which newer versions read as well',
      path: 'talos.version',
    },
  ])
})

test('talos-contract: nothing is said about the contract of the version, and an older one', async () => {
  expect(await foundBy('talos-contract', { talos: '{ version: v1.12.4, contract: v1.12 }' })).toEqual([])
  expect(await foundBy('talos-contract', { talos: '{ version: v1.14.1, contract: v1.9 }' })).toEqual([])
  expect(await foundBy('talos-contract', { talos: '{ version: v1.15.0, contract: v1.14 }' })).toEqual([])
})
