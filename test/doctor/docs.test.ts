import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { checks, first } from '../../src/doctor/checks/all.ts'
import { root } from '../shared-data.ts'

const all = [first, ...checks]

test('every check has its line in the docs, and the docs have no other', () => {
  const rows = readFileSync(path.join(root, 'docs/doctor.md'), 'utf8')
    .match(/^\| .* \| .* \|$/gm)
    ?.slice(1)
  expect(rows).toEqual(all.map(({ name, about }) => `| ${name} | ${about} |`))
})

test('every check has a test of its own', () => {
  const files = readdirSync(path.join(root, 'src/doctor/checks')).filter((file) => file !== 'all.ts')
  expect(files).toHaveLength(all.length)
  const untested = files.filter(
    (file) => !existsSync(path.join(root, 'test/doctor/checks', file.replace('.ts', '.test.ts'))),
  )
  expect(untested).toEqual([])
})
