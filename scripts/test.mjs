// `npm test`: every test that needs only Node, on a fresh clone too; arguments go to the test runner.
import process from 'node:process'
import { build, install, run } from './setup.mjs'

install()
build()
run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...process.argv.slice(2)])
