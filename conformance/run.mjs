// `npm run conformance [-- PART…]`: our programs against genuine ones. What a computer cannot run is skipped, loudly.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { install, root } from '../scripts/setup.mjs'
import { cache } from './cache.mjs'
import { closingTable, readChecks } from './closing-table.mjs'
import { PARTS } from './parts.mjs'

install()
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !PARTS.some((part) => part.name === name))
if (unknown.length > 0) {
  console.error(`there is no part ${unknown.join(', ')}; there is ${PARTS.map(({ name }) => name).join(', ')}`)
  process.exit(1)
}

// What programs have in common is compiled once for all parts; a run that was interrupted goes on with it.
const goCache = path.join(cache, 'go-build', 'run')
process.env.GOCACHE ??= goCache
const reports = mkdtempSync(path.join(tmpdir(), 'talmox-conformance-'))
const results = PARTS.filter(({ name }) => wanted.length === 0 || wanted.includes(name)).map(runPart)
rmSync(reports, { recursive: true })
rmSync(goCache, { recursive: true, force: true })
console.error(closingTable(results))
if (results.some(({ outcome }) => outcome === 'failed')) process.exitCode = 1

/** Runs a part, and cleans up behind it whatever happened. */
function runPart(part) {
  const { name, proves, genuine, needs, build } = part
  const missing = [...new Set(needs.map((need) => need()).filter((reason) => reason !== undefined))]
  if (missing.length > 0) {
    console.error(`SKIPPED ${name}: ${missing.join('; ')}. Not proved here: ${proves}`)
    return { name, genuine, outcome: 'skipped', reason: missing.join('; ') }
  }
  console.error(`RUNNING ${name}: ${proves}`)
  const started = performance.now()
  const isBuilt = build.every((step) => succeeds(step))
  const built = performance.now()
  const hasPassed = isBuilt && runTests(part)
  return {
    name,
    genuine,
    outcome: hasPassed ? 'passed' : 'failed',
    checks: readChecks(reportOf(part)),
    buildSeconds: (built - started) / 1000,
    runSeconds: (performance.now() - built) / 1000,
  }
}

function runTests(part) {
  const { before, within, tests, env, after } = part
  const vitest = [process.execPath, path.join(root, 'node_modules/vitest/vitest.mjs'), 'run']
  const options = ['-c', 'conformance/vitest.config.ts', '--reporter=default', '--reporter=json']
  const command = [...within, ...vitest, ...options, `--outputFile.json=${reportOf(part)}`, ...tests]
  try {
    return before.every((step) => succeeds(step)) && succeeds(command, env)
  } finally {
    for (const step of after) succeeds(step)
  }
}

function reportOf({ name }) {
  return path.join(reports, `${name}.json`)
}

/** Runs a command with its output on the screen; true when it succeeded. */
function succeeds([command, ...args], env = {}) {
  const done = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  if (done.error !== undefined) console.error(done.error.message)
  return done.status === 0
}
