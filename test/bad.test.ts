import { readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { resolve } from '../src/resolve/resolve.ts'
import { rules } from '../src/resolve/rules/all.ts'
import { loadSpec } from '../src/spec/load.ts'
import { locateProblems } from '../src/spec/locate.ts'
import { renderProblems } from '../src/spec/render-problems.ts'
import { run } from './cli/run.ts'

/** The folders of files that something is wrong with, and how a check of each file in them ends. */
const folders = [
  { name: 'bad', fate: 'is refused', code: 3, valid: false, severity: 'error' },
  { name: 'warned', fate: 'is accepted with a warning', code: 0, valid: true, severity: 'warning' },
] as const

const inFolder = (name: string) => path.join(import.meta.dirname, name)
const casesIn = (name: string) => readdirSync(inFolder(name)).filter((file) => file.endsWith('.yaml'))

test('every rule has a file that it speaks about', () => {
  const cases = folders.flatMap(({ name }) => casesIn(name))
  expect(cases).toEqual(expect.arrayContaining(rules.map(({ code }) => `${code}.yaml`)))
})

describe.each(folders)('each file in test/$name', ({ name, fate, code, valid, severity }) => {
  const folder = inFolder(name)

  test('has its expected lines', () => {
    expect(readdirSync(folder)).toEqual(
      expect.arrayContaining(casesIn(name).map((file) => file.replace('.yaml', '.txt'))),
    )
  })

  test.each(casesIn(name))(`${fate}: %s`, async (file) => {
    const { code: exit, stdout } = await run(['validate', '--json', '-f', file], { cwd: folder })
    const shown: { valid: boolean; problems: { code: string; severity: string }[] } = JSON.parse(stdout)
    expect({ exit, valid: shown.valid }).toEqual({ exit: code, valid })
    expect(shown.problems).toContainEqual(expect.objectContaining({ code: path.basename(file, '.yaml'), severity }))
  })

  test.each(casesIn(name))('is explained with the expected lines: %s', async (file) => {
    const loaded = await loadSpec(path.join(folder, file))
    const problems = locateProblems(loaded.source, resolve(loaded).problems)
    const shown = renderProblems(problems, { color: false }).replaceAll(`${folder}${path.sep}`, '')
    await expect(shown).toMatchFileSnapshot(path.join(folder, file.replace('.yaml', '.txt')))
  })
})
