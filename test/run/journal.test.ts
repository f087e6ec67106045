import { appendFile, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type JournalLine, openJournal } from '../../src/run/journal.ts'
import { readJournal } from '../../src/run/read-journal.ts'

async function place(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'talmox-journal-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return path.join(folder, 'home', 'journal.jsonl')
}

const line = (id: string): JournalLine => ({
  type: 'ended',
  run: 'r1',
  at: '2026-01-01T00:00:00Z',
  id,
  outcome: 'done',
})

test('lines come back in the order in which they were added, and only the owner can read them', async () => {
  const file = await place()
  const journal = await openJournal(file)
  const lines = Array.from({ length: 50 }, (_, index) => line(`vm.start/${index}`))
  await Promise.all(lines.map((one, index) => journal.add(one, index % 7 === 0)))
  await journal.close()
  expect(await readJournal(file)).toEqual(lines)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

test('a line that a crash cut off is passed over and stays alone', async () => {
  const file = await place()
  const first = await openJournal(file)
  await first.add(line('a'))
  await first.close()
  await appendFile(file, '{"type":"ended","id":"b')
  const second = await openJournal(file)
  await second.add(line('c'))
  await second.close()
  expect(await readJournal(file)).toEqual([line('a'), line('c')])
  expect(await readFile(file, 'utf8')).toContain('{"type":"ended","id":"b\n')
})

test('a journal is not written through a link, which may lead to any file', async () => {
  const file = await place()
  const target = path.join(path.dirname(path.dirname(file)), 'profile')
  await mkdir(path.dirname(file))
  await writeFile(target, 'mine\n')
  await symlink(target, file)
  await expect(openJournal(file)).rejects.toMatchObject({ code: 'journal-link' })
  expect(await readFile(target, 'utf8')).toBe('mine\n')
})

test.each([
  ['no time', { type: 'run', run: 'a', command: 'up', talmox: '1', actions: 1 }],
  ['a time that is none', { ...line('a'), at: 'yesterday' }],
  ['an id that is no text', { ...line('a'), id: { length: 3 } }],
  ['needs that are no list', { ...line('a'), type: 'started', needs: 7 }],
])('a line with %s is passed over', async (_, odd) => {
  const file = await place()
  await mkdir(path.dirname(file))
  await writeFile(file, `${JSON.stringify(odd)}\n${JSON.stringify(line('b'))}\n`)
  expect(await readJournal(file)).toEqual([line('b')])
})

test('a journal that is not there is empty', async () => {
  expect(await readJournal(await place())).toEqual([])
})
