import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { resolve } from '../src/resolve/resolve.ts'
import { rules } from '../src/resolve/rules/all.ts'
import { loadSpec } from '../src/spec/load.ts'
import { locateProblems } from '../src/spec/locate.ts'
import { renderProblems } from '../src/spec/render-problems.ts'

const folder = path.join(import.meta.dirname, 'bad')
const files = readdirSync(folder)
const cases = files.filter((file) => file.endsWith('.yaml'))

async function problemsIn(file: string) {
  const loaded = await loadSpec(path.join(folder, file))
  return locateProblems(loaded.source, resolve(loaded).problems)
}

test('every bad file has its expected lines, and every rule a bad file', () => {
  expect(files).toEqual(expect.arrayContaining(cases.map((file) => file.replace('.yaml', '.txt'))))
  expect(cases).toEqual(expect.arrayContaining(rules.map(({ code }) => `${code}.yaml`)))
})

test.each(cases)('bad/%s is refused or warned about with the expected lines', async (file) => {
  const problems = await problemsIn(file)
  expect(problems.map(({ code }) => code)).toContain(path.basename(file, '.yaml'))
  const shown = renderProblems(problems, { color: false }).replaceAll(`${folder}${path.sep}`, '')
  await expect(shown).toMatchFileSnapshot(path.join(folder, file.replace('.yaml', '.txt')))
})
