// `npm test`: every test that needs only Node, on a fresh clone too; arguments go to the test runner.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { build, install, root } from './setup.mjs'

install()
build()
// What the tests leave behind goes with the folder that is all they know of temporary files.
const scratch = mkdtempSync(path.join(tmpdir(), 'talmox-test-'))
const { status, error } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit', env: { ...process.env, TMPDIR: scratch, TEMP: scratch, TMP: scratch } },
)
rmSync(scratch, { recursive: true, force: true })
if (error) throw error
process.exit(status ?? 1)
