import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { guards } from '../../src/plan/guards/all.ts'
import { root } from '../shared-data.ts'

test('the docs list every guard of plans', () => {
  const text = readFileSync(path.join(root, 'docs', 'design.md'), 'utf8')
  const rows = [...text.matchAll(/^\| `([\w-]+)` \| (refused|warning) \| (.*) \|$/gm)].map(([, ...cells]) => cells)
  expect(rows).toEqual(guards.map(({ code, level, summary }) => [code, level, summary]))
})

test('no two guards have one name', () => {
  expect(new Set(guards.map(({ code }) => code)).size).toBe(guards.length)
})
