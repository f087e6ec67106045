import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cachedModule, codeStore } from '../../src/cli/code-cache.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'talmox-code-'))
  writeFileSync(path.join(folder, 'm.cjs'), 'exports.answer = () => require("node:path").basename(__filename)')
})
afterAll(() => rmSync(folder, { recursive: true }))

const load = (store: string | undefined) => cachedModule<{ answer: () => string }>(path.join(folder, 'm.cjs'), store)

test('a module is what it is, with and without kept code', () => {
  const store = path.join(folder, 'a', 'code')
  const first = load(store)
  expect(first.exports.answer()).toBe('m.cjs')
  first.remember()
  expect(statSync(store).mode & 0o777).toBe(0o600)
  expect(load(store).exports.answer()).toBe('m.cjs')
  expect(load(undefined).exports.answer()).toBe('m.cjs')
})

test('kept code that fits is not written again, code that does not fit is', () => {
  const store = path.join(folder, 'b', 'code')
  load(store).remember()
  const { mtimeMs } = statSync(store)
  load(store).remember()
  expect(statSync(store).mtimeMs).toBe(mtimeMs)
  writeFileSync(store, 'not compiled code')
  load(store).remember()
  expect(readFileSync(store, 'latin1')).not.toBe('not compiled code')
})

test('code that others could have written is not run', () => {
  const store = path.join(folder, 'c', 'code')
  load(store).remember()
  chmodSync(store, 0o622)
  const loaded = load(store)
  expect(loaded.exports.answer()).toBe('m.cjs')
  loaded.remember()
  expect(statSync(store).mode & 0o777).toBe(0o600)
})

test('a folder that cannot be written is no reason to fail', () => {
  const file = path.join(folder, 'file')
  writeFileSync(file, '')
  load(path.join(file, 'code')).remember()
  expect(existsSync(path.join(file, 'code'))).toBe(false)
})

test('the place follows the usual variables', () => {
  expect(codeStore('1.2.3', { XDG_CACHE_HOME: '/c' })).toMatch(/^\/c\/talmox\/1\.2\.3-node-/)
  expect(codeStore('1.2.3', { XDG_CACHE_HOME: '/c', NODE_DISABLE_COMPILE_CACHE: '1' })).toBeUndefined()
})
