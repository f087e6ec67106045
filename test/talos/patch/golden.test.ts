import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { printDocuments } from '../../../src/talos/document/print.ts'
import { readDocuments } from '../../../src/talos/document/read.ts'
import { applyPatch, readPatch } from '../../../src/talos/patch/patch.ts'

const folder = path.resolve(import.meta.dirname, '../../golden/talos/patch')
const text = (file: string): string => readFileSync(path.join(folder, file), 'utf8')

test.each(['lists', 'scalars-and-maps', 'deletions', 'documents'])(
  'a patch of %s gives what Talos gives',
  async (name) => {
    const patched = applyPatch(readDocuments(text('base.yaml')), readPatch(text(`${name}.patch.yaml`)))
    await expect(printDocuments(patched)).toMatchFileSnapshot(path.join(folder, `${name}.out.yaml`))
  },
)
