import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { generatePveTables } from '../../../scripts/gen/pve.ts'
import { hasSharedData, root, sharedData } from '../../shared-data.ts'

test.skipIf(!hasSharedData('pve'))('the tables are what the schema says today (else run scripts/gen/pve.ts)', () => {
  for (const [file, text] of generatePveTables(sharedData)) {
    expect(readFileSync(path.join(root, file), 'utf8') === text, `${file} is stale`).toBe(true)
    expect(text.length, file).toBeLessThan(100_000)
  }
})
