import { mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { expect, test } from 'vitest'
import { forgetBegun, noteBegun, readBegun } from '../../../src/run/home/begun.ts'
import { homeOf } from '../../../src/run/home/home.ts'

const newHome = () => homeOf(path.join(mkdtempSync(path.join(tmpdir(), 'talmox-begun-')), 'cluster.yaml'), 'lab')
const begun = { vmid: 2000, host: 'pve1', at: '2026-11-15T12:00:00.000Z', storages: ['tank'], before: ['tank:old'] }

test('what was begun is remembered until it is forgotten, and leaves nothing behind', async () => {
  const home = newHome()
  expect(await readBegun(home)).toEqual([])
  await Promise.all([noteBegun(home, begun), noteBegun(home, { ...begun, vmid: 2001 })])
  expect((await readBegun(home)).map(({ vmid }) => vmid).sort()).toEqual([2000, 2001])
  const file = path.join(home.folder, 'begun-2000.json')
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)
  await forgetBegun(home, 2000)
  await forgetBegun(home, 2001)
  await forgetBegun(home, 2002)
  expect(readdirSync(home.folder)).toEqual([])
})

test('what was there before the first attempt is not there because of it; on another host all is new', async () => {
  const home = newHome()
  await noteBegun(home, begun)
  await noteBegun(home, { ...begun, before: ['tank:old', 'tank:half'] })
  expect(await readBegun(home)).toEqual([begun])
  const elsewhere = { ...begun, host: 'pve2', before: [] }
  await noteBegun(home, elsewhere)
  expect(await readBegun(home)).toEqual([elsewhere])
})

test('a note that cannot be read is no evidence', async () => {
  const home = newHome()
  await noteBegun(home, begun)
  writeFileSync(path.join(home.folder, 'begun-2000.json'), '{"vmid":2000')
  expect(await readBegun(home)).toEqual([])
})
