import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { generateCommandDocs } from '../scripts/gen/docs/commands.ts'
import { anchor } from '../scripts/gen/docs/markdown.ts'
import { generateSpecDocs } from '../scripts/gen/docs/spec.ts'
import { listRules } from '../src/resolve/merge-rules.ts'
import { rules } from '../src/resolve/rules/all.ts'
import { clusterSchema } from '../src/spec/schema/cluster.ts'
import { alternatives } from '../src/spec/schema/keys.ts'
import { root } from './shared-data.ts'

interface Documented {
  readonly path: string
  readonly schema: z.ZodType
  readonly description?: string
  readonly examples?: readonly unknown[]
  readonly default?: unknown
}

/** Every key of the cluster file with what is said about it. */
function keysBelow(schema: z.ZodType, above: string): Documented[] {
  return alternatives(schema).flatMap((one): Documented[] => {
    if (one instanceof z.ZodArray) return keysBelow(one.element as z.ZodType, `${above}[]`)
    if (one instanceof z.ZodRecord) return keysBelow(one.valueType as z.ZodType, `${above}.*`)
    if (!(one instanceof z.ZodObject)) return []
    return Object.entries(one.shape as Record<string, z.ZodType>).flatMap(([name, inner]) => {
      const at = `${above}.${name}`
      return [{ path: at, schema: inner, ...inner.meta() } as Documented, ...keysBelow(inner, at)]
    })
  })
}

const keys = keysBelow(clusterSchema, '')
const isSection = ({ schema }: Documented) => alternatives(schema).every((one) => one instanceof z.ZodObject)
const text = readFileSync(path.join(root, 'docs/spec.md'), 'utf8')

test('the references are what the schema and the commands say today (else: npm run gen)', () => {
  for (const [file, generated] of [...generateSpecDocs(), ...generateCommandDocs()]) {
    expect(readFileSync(path.join(root, file), 'utf8') === generated, `${file} is stale`).toBe(true)
  }
})

test('every key has a description, and an example unless it is a section', () => {
  expect(keys.length).toBeGreaterThan(500)
  const silent = keys.filter((key) => !key.description || (!key.examples?.length && !isSection(key)))
  expect(silent.map((key) => key.path)).toEqual([])
})

test('every example is valid where it stands', () => {
  const wrong = keys.flatMap(({ path: at, schema, examples = [] }) =>
    examples.filter((example) => !schema.safeParse(example).success).map((example) => [at, example]),
  )
  expect(wrong).toEqual([])
})

test('every default is valid where it stands', () => {
  const withDefault = keys.filter((key) => key.default !== undefined)
  expect(withDefault.length).toBeGreaterThan(50)
  expect(withDefault.filter((key) => !key.schema.safeParse(key.default).success).map((key) => key.path)).toEqual([])
})

test('every key, list rule and rule is in the reference', () => {
  const missing = keys.filter(({ path: at }) => {
    const name = at.slice(at.lastIndexOf('.') + 1)
    return !text.includes(`\`${name}\``) && !new RegExp(`\\.${name}\``).test(text)
  })
  expect(missing.map((key) => key.path)).toEqual([])
  for (const name of Object.keys(listRules)) expect(text).toContain(`\`${name}\``)
  for (const { code } of rules) expect(text).toContain(`| \`${code}\` |`)
  expect(rules.every(({ summary }) => summary.length > 10)).toBe(true)
})

test('every link leads somewhere, and every anchor is there once', () => {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchor(heading))
  const anchors = [...headings, ...[...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)]
  expect(anchors.filter((id, index) => anchors.indexOf(id) !== index)).toEqual([])
  const links = [...text.matchAll(/\]\(#([^)]+)\)/g)].map(([, id = '']) => id)
  expect(links.filter((id) => !anchors.includes(id))).toEqual([])
})

test('every table row has as many cells as its head', () => {
  const broken = text.split('\n').filter((line) => line.startsWith('|') && ![3, 4, 5].includes(cells(line)))
  expect(broken).toEqual([])
  const keyRows = text.split('\n').filter((line) => line.startsWith('| <a id="') && !line.includes('id="value-'))
  expect(keyRows.filter((line) => cells(line) !== 5)).toEqual([])
})

/** Bars that separate cells, without those that are escaped. */
function cells(line: string): number {
  return line.replaceAll('\\|', '').split('|').length - 1
}
