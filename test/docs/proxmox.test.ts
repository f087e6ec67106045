import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../shared-data.ts'

test('every fault in the docs is shown by a test that is there', () => {
  const text = readFileSync(path.join(root, 'docs/proxmox.md'), 'utf8')
  const rows = text.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| what'))
  const named = rows.map((row) => /\| `([^`]+)` \|$/.exec(row)?.[1] ?? row)
  expect(named.length).toBeGreaterThan(15)
  expect(named.filter((file) => !existsSync(path.join(root, file)))).toEqual([])
})
