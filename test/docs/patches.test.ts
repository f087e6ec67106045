import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { references } from '../../src/talos/render/references.ts'
import { root } from '../shared-data.ts'

test('the page about patches lists the references that there are', () => {
  const page = readFileSync(path.join(root, 'docs/patches.md'), 'utf8')
  const rows = page.match(/^\| `\$\{.*$/gm)
  expect(rows).toEqual(Object.entries(references).map(([name, { about }]) => `| \`\${${name}}\` | ${about} |`))
})
