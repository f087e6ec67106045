import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { locateProblems } from '../../src/spec/locate.ts'
import { renderProblems } from '../../src/spec/render-problems.ts'
import { readSource } from '../../src/spec/source.ts'

const golden = path.join(import.meta.dirname, '../golden/problems')
const names = readdirSync(golden).filter((name) => name.endsWith('.yaml'))

describe('a broken file is explained at the place of the mistake', () => {
  test.each(names)('%s', async (name) => {
    const source = readSource(readFileSync(path.join(golden, name), 'utf8'), name)
    const rendered = renderProblems(locateProblems(source, source.problems), { color: false })
    expect(rendered).not.toBe('')
    await expect(rendered).toMatchFileSnapshot(path.join(golden, name.replace(/\.yaml$/, '.txt')))
  })
})
