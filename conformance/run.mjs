// `npm run conformance [-- PART…]`: our programs against genuine ones. What a computer cannot run is skipped, loudly.
import { spawnSync } from 'node:child_process'
import process from 'node:process'
import { install, root } from '../scripts/setup.mjs'
import { PARTS } from './parts.mjs'

install()
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !PARTS.some((part) => part.name === name))
if (unknown.length > 0) {
  console.error(`there is no part ${unknown.join(', ')}; there is ${PARTS.map(({ name }) => name).join(', ')}`)
  process.exit(1)
}

/** Runs a command with its output on the screen; true when it succeeded. */
function succeeds([command, ...args], env = {}) {
  const done = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  if (done.error !== undefined) console.error(done.error.message)
  return done.status === 0
}

/** Runs a part, and cleans up behind it whatever happened. */
function runPart({ name, proves, needs, before, run, env, after }) {
  const missing = needs.map((need) => need()).filter((reason) => reason !== undefined)
  if (missing.length > 0) {
    console.error(`SKIPPED ${name}: ${missing.join('; ')}. Not proved here: ${proves}`)
    return 'skipped'
  }
  console.error(`RUNNING ${name}: ${proves}`)
  try {
    return before.every((step) => succeeds(step)) && succeeds(run, env) ? 'passed' : 'failed'
  } finally {
    succeeds(after)
  }
}

const results = PARTS.filter(({ name }) => wanted.length === 0 || wanted.includes(name)).map((part) => ({
  name: part.name,
  outcome: runPart(part),
}))
for (const { name, outcome } of results) console.error(`${outcome.toUpperCase()} ${name}`)
if (results.some(({ outcome }) => outcome === 'failed')) process.exitCode = 1
