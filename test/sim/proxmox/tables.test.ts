import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { generateSimTables } from '../../../scripts/gen/sim.ts'
import { hasSharedData, root, sharedData } from '../../shared-data.ts'

test.skipIf(!hasSharedData('pve'))('the tables are what the schema says today (else run scripts/gen/sim.ts)', () => {
  for (const [file, text] of generateSimTables(sharedData)) {
    expect(readFileSync(path.join(root, file), 'utf8') === text, `${file} is stale`).toBe(true)
  }
})
