import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../shared-data.ts'

const rows = readFileSync(path.join(root, 'docs/pains.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, pain, file, says] = /^\| (.+?) \| `(test\/[^`]+)` \| (.+?) \|$/.exec(line) ?? []
    return pain === undefined || file === undefined || says === undefined ? [] : [{ pain, file, says }]
  })

test('there are as many as a survey of other tools has found', () => {
  expect(rows.length).toBeGreaterThanOrEqual(30)
})

test.each(rows)('$pain: there is a test', ({ file, says }) => {
  expect(readFileSync(path.join(root, file), 'utf8')).toContain(says)
})
