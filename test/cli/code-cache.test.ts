import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cachedModule, codeFolder } from '../../src/cli/code-cache.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'talmox-code-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Loads a module that answers with a word. */
function load(store: string | undefined, word: string, use = 'show') {
  const file = path.join(folder, 'm.cjs')
  writeFileSync(file, `exports.answer = () => require("node:path").basename(__filename) + " ${word}"`)
  return cachedModule<{ answer: () => string }>({ file }, store, use)
}

const filesIn = (store: string) => readdirSync(store).map((name) => path.join(store, name))

test('a module is what it is, with and without kept code', () => {
  const store = path.join(folder, 'a')
  const first = load(store, 'one')
  expect(first.exports.answer()).toBe('m.cjs one')
  first.remember()
  expect(filesIn(store).map((file) => statSync(file).mode & 0o777)).toEqual([0o600])
  expect(load(store, 'one').exports.answer()).toBe('m.cjs one')
  expect(load(undefined, 'one').exports.answer()).toBe('m.cjs one')
})

test('a file that starts it gets the module that was loaded, and not a second copy', () => {
  const [file, entry] = [path.join(folder, 'large.cjs'), path.join(folder, 'entry.cjs')]
  writeFileSync(file, 'globalThis.timesLoaded = (globalThis.timesLoaded ?? 0) + 1\nexports.word = "one – two"')
  writeFileSync(entry, 'exports.answer = () => require("./large.cjs").word + " " + globalThis.timesLoaded')
  const { exports } = cachedModule<{ answer: () => string }>({ file, entry }, undefined, 'show')
  expect(exports.answer()).toBe('one – two 1')
})

test('another source of the same length is another source', () => {
  const store = path.join(folder, 'b')
  load(store, 'one').remember()
  const second = load(store, 'two')
  expect(second.exports.answer()).toBe('m.cjs two')
  second.remember()
  expect(filesIn(store)).toHaveLength(1)
})

test('each use keeps its own code, since only what has run is compiled', () => {
  const store = path.join(folder, 'uses')
  load(store, 'seven', 'validate').remember()
  load(store, 'seven', 'show').remember()
  expect(filesIn(store)).toHaveLength(2)
})

test('code that others could have written is not read, and replaced', () => {
  const store = path.join(folder, 'c')
  load(store, 'three').remember()
  const [file = ''] = filesIn(store)
  writeFileSync(file, 'not compiled code')
  chmodSync(file, 0o622)
  const loaded = load(store, 'three')
  expect(loaded.exports.answer()).toBe('m.cjs three')
  loaded.remember()
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'latin1')).not.toBe('not compiled code')
})

test('a link is neither followed nor written through', () => {
  const store = path.join(folder, 'd')
  load(store, 'four').remember()
  const [file = ''] = filesIn(store)
  const precious = path.join(folder, 'precious')
  writeFileSync(precious, 'precious')
  rmSync(file)
  symlinkSync(precious, file)
  load(store, 'four').remember()
  expect(readFileSync(precious, 'utf8')).toBe('precious')
})

test('a folder that others can write to holds no code', () => {
  const store = path.join(folder, 'e')
  mkdirSync(store)
  chmodSync(store, 0o777)
  load(store, 'five').remember()
  expect(filesIn(store)).toEqual([])
})

test('a folder that cannot be made is no reason to fail', () => {
  const file = path.join(folder, 'file')
  writeFileSync(file, '')
  const loaded = load(path.join(file, 'code'), 'six')
  loaded.remember()
  expect(loaded.exports.answer()).toBe('m.cjs six')
})

test('the place follows the usual variables', () => {
  expect(codeFolder({ XDG_CACHE_HOME: '/c' })).toBe(path.join('/c', 'talmox'))
  expect(codeFolder({ XDG_CACHE_HOME: '/c', NODE_DISABLE_COMPILE_CACHE: '1' })).toBeUndefined()
})
