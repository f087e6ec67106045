import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../../shared-data.ts'
import { DIFFERENCES } from './differences.ts'

test.each(DIFFERENCES.map((one) => [one.what, one] as const))('the documentation says why %s differ', (_, one) => {
  const text = readFileSync(path.join(root, 'docs/simulator.md'), 'utf8')
  expect(text).toContain(`| ${one.what} | ${one.names.length} | ${one.why} |`)
})
