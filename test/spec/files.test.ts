import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { largestFile } from '../../src/spec/check-text.ts'
import { readFiles, readStart } from '../../src/spec/files.ts'
import { loadSpec } from '../../src/spec/load.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'talmox-files-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const read = async (name: string) => (await readFiles(folder, '.', [name])).get(name)

test('a named file is read whole up to the limit, and refused above it', async () => {
  const file = path.join(folder, 'patch.yaml')
  writeFileSync(file, 'a: ä\n')
  expect(await read('patch.yaml')).toEqual({ text: 'a: ä\n' })
  truncateSync(file, largestFile)
  expect(await read('patch.yaml')).toEqual({ text: expect.objectContaining({ length: expect.any(Number) }) })
  truncateSync(file, largestFile + 1)
  expect(await read('patch.yaml')).toEqual({ missing: 'patch.yaml is larger than 4 MiB' })
})

test('a folder, a pipe that nobody writes into and a device without end are not files', async () => {
  execFileSync('mkfifo', [path.join(folder, 'pipe')])
  expect(await read('pipe')).toEqual({ missing: 'pipe: a pipe or a device, not a file' })
  expect(await read('/dev/zero')).toEqual({ missing: '/dev/zero: a pipe or a device, not a file' })
  expect(await read('.')).toEqual({ missing: '.: a folder, not a file' })
  expect(await read('none')).toEqual({ missing: 'none: no such file' })
})

test('the start of a file is read, and no more', async () => {
  expect((await readStart('/dev/zero', 100_000)).length).toBe(100_000)
  expect((await readStart('/dev/null', 100_000)).length).toBe(0)
})

test('a cluster file without end is too large', async () => {
  const { problems } = await loadSpec('/dev/zero')
  expect(problems).toMatchObject([{ code: 'file-too-large', message: 'the file is larger than 4 MiB' }])
})
