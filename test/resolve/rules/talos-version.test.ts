import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

test('talos-version: a version older than v1.9 is refused', async () => {
  expect(await foundBy('talos-version', { talos: '{ version: v1.8.3 }' })).toEqual([
    {
      severity: 'error',
      message: 'Talos v1.8.3 is too old for talmox to set up',
      hint: 'talmox knows v1.9 to v1.14',
      path: 'talos.version',
    },
  ])
})

test('talos-version: a version newer than known is warned about', async () => {
  expect(
    await foundBy('talos-version', {
      talos: '{ version: v1.15.0, contract: v1.14 }',
      kubernetes: '{ version: v1.37.0 }',
    }),
  ).toEqual([
    {
      severity: 'warning',
      message: 'Talos v1.15.0 is newer than talmox knows',
      hint: 'talmox knows v1.9 to v1.14; is there a newer talmox?',
      path: 'talos.version',
    },
  ])
})

test('talos-version: version 2 is refused', async () => {
  expect(await foundBy('talos-version', { talos: '{ version: v2.0.0 }' })).toEqual([
    {
      severity: 'error',
      message: 'Talos v2.0.0 is not a version 1',
      hint: 'talmox knows v1.9 to v1.14',
      path: 'talos.version',
    },
  ])
})

test('talos-version: nothing is said about the oldest and the newest known versions', async () => {
  expect(await foundBy('talos-version', { talos: '{ version: v1.9.6 }' })).toEqual([])
  expect(await foundBy('talos-version', { talos: '{ version: v1.14.0-rc.1 }' })).toEqual([])
})
