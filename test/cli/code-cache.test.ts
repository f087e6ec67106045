import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cachedModule, codeStore } from '../../src/cli/code-cache.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'talmox-code-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Loads a module that no other call has loaded: the engine remembers a source it has seen in this process. */
let loads = 0
function load(store: string | undefined) {
  const file = path.join(folder, 'm.cjs')
  loads += 1
  writeFileSync(file, `exports.answer = () => require("node:path").basename(__filename) // ${'x'.repeat(loads)}`)
  return cachedModule<{ answer: () => string }>(file, store)
}

test('a module is what it is, with and without kept code', () => {
  const store = path.join(folder, 'a', 'code')
  const first = load(store)
  expect(first.exports.answer()).toBe('m.cjs')
  first.remember()
  expect(statSync(store).mode & 0o777).toBe(0o600)
  expect(load(store).exports.answer()).toBe('m.cjs')
  expect(load(undefined).exports.answer()).toBe('m.cjs')
})

test('code that does not fit is replaced', () => {
  const store = path.join(folder, 'b', 'code')
  load(store).remember()
  const { ino } = statSync(store)
  load(store).remember()
  expect(statSync(store).ino).not.toBe(ino)
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
