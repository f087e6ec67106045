import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../shared-data.ts'

interface ClosingTable {
  readonly closingTable: (results: readonly object[]) => string
  readonly readChecks: (file: string) => { readonly passed: number; readonly total: number } | undefined
}

const { closingTable, readChecks }: ClosingTable = await import(path.join(root, 'conformance/closing-table.mjs'))

test('a conformance run closes with a line for each part, also for those that could not run', () => {
  const passed = { name: 'one', genuine: ['a 1.0', 'b 2.0'], outcome: 'passed', checks: { passed: 12, total: 12 } }
  const failed = { name: 'second', genuine: ['c 3.0'], outcome: 'failed', checks: { passed: 1, total: 9 } }
  const table = closingTable([
    { ...passed, buildSeconds: 0.2, runSeconds: 61.7 },
    { ...failed, buildSeconds: 100, runSeconds: 5 },
    { name: 'third', genuine: ['d 4.0'], outcome: 'skipped', reason: 'the program go is missing' },
  ])
  expect(table.split('\n')).toEqual([
    'part    outcome  checks    genuine programs                 build  run',
    'one     passed   12 of 12  a 1.0, b 2.0                     0 s    62 s',
    'second  failed   1 of 9    c 3.0                            100 s  5 s',
    'third   skipped  -         none: the program go is missing  -      -',
  ])
})

test('checks are counted from the report of the tests, where there is one', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'talmox-'))
  const file = path.join(folder, 'report.json')
  expect(readChecks(file)).toBeUndefined()
  writeFileSync(file, JSON.stringify({ numPassedTests: 3, numTotalTests: 4 }))
  expect(readChecks(file)).toEqual({ passed: 3, total: 4 })
  rmSync(folder, { recursive: true })
})
