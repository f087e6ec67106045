import { lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { clearCutOffWrites, createPrivate, writeBehindLink, writePrivate } from '../../src/files/write-private.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'talmox-files-'))
})
afterEach(() => rm(folder, { recursive: true }))

const mode = async (file: string) => ((await stat(file)).mode & 0o777).toString(8)

test('a file and the folders made for it are for the owner only', async () => {
  const file = path.join(folder, 'a/b/secret')
  await writePrivate(file, 'hush')
  expect(await readFile(file, 'utf8')).toBe('hush')
  expect(await mode(file)).toBe('600')
  expect(await mode(path.join(folder, 'a'))).toBe('700')
  expect(await mode(path.join(folder, 'a/b'))).toBe('700')
})

test('a folder that was there keeps its mode, and nothing but the file is left in it', async () => {
  const shared = path.join(folder, 'shared')
  await mkdir(shared, { mode: 0o755 })
  await writePrivate(path.join(shared, 'secret'), 'one')
  await writePrivate(path.join(shared, 'secret'), 'two')
  expect(await mode(shared)).toBe('755')
  expect(await readdir(shared)).toEqual(['secret'])
})

test('a file others could read is private after it was written again', async () => {
  const file = path.join(folder, 'config')
  await writeFile(file, 'old', { mode: 0o644 })
  await writePrivate(file, 'new')
  expect(await mode(file)).toBe('600')
  expect(await readFile(file, 'utf8')).toBe('new')
})

test('a link stays a link and its target gets the content', async () => {
  const target = path.join(folder, 'dotfiles-config')
  const file = path.join(folder, 'config')
  await writeFile(target, 'old')
  await symlink(target, file)
  await writeBehindLink(file, 'new')
  expect((await lstat(file)).isSymbolicLink()).toBe(true)
  expect(await readFile(target, 'utf8')).toBe('new')
})

test('a link where a file of ours belongs is replaced, and what it led to stays as it was', async () => {
  const target = path.join(folder, 'profile')
  const file = path.join(folder, 'kubeconfig')
  await writeFile(target, 'mine')
  await symlink(target, file)
  await writePrivate(file, 'new')
  expect((await lstat(file)).isSymbolicLink()).toBe(false)
  expect(await readFile(file, 'utf8')).toBe('new')
  expect(await readFile(target, 'utf8')).toBe('mine')
})

test('when the file cannot be put in place nothing is left behind', async () => {
  const file = path.join(folder, 'taken')
  await mkdir(file)
  await expect(writePrivate(file, 'x')).rejects.toThrow()
  expect(await readdir(folder)).toEqual(['taken'])
})

test('what a killed writer left is cleared away, and nothing else', async () => {
  const left = '.cluster.json.679066ae-975a-4404-8859-a992020cde9d.tmp'
  const kept = ['.lock.679066ae-975a-4404-8859-a992020cde9d.tmp', '.mine.tmp', 'cluster.json']
  for (const name of [left, ...kept]) await writeFile(path.join(folder, name), 'x')
  await clearCutOffWrites(folder, (name) => name !== 'lock')
  expect((await readdir(folder)).sort()).toEqual(kept)
})

test('of many writers at once exactly one creates, and its content is whole', async () => {
  const file = path.join(folder, 'home/secrets.yaml')
  const contents = Array.from({ length: 20 }, (_, index) => `${index}`.repeat(50_000))
  const won = await Promise.all(contents.map((content) => createPrivate(file, content)))
  expect(won.filter(Boolean)).toHaveLength(1)
  expect(await readFile(file, 'utf8')).toBe(contents[won.indexOf(true)])
  expect(await mode(file)).toBe('600')
  expect(await readdir(path.dirname(file))).toEqual(['secrets.yaml'])
})
