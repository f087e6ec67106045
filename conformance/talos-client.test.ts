import { readFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { afterAll, describe, expect, test } from 'vitest'
import { applyPatch, readPatch } from '../src/talos/patch/patch.ts'
import { createSecretsBundle } from '../src/talos/secrets/create.ts'
import { mintTalosContext } from '../src/talos/talosconfig.ts'
import { realClock } from '../src/world/clock.ts'
import { realDial } from '../src/world/dial.ts'
import { root } from '../test/shared-data.ts'
import { openAsker } from '../test/sim/talos/likeness/ask.ts'
import { judge } from '../test/sim/talos/likeness/compare.ts'
import { LIVE_DIFFERENCES } from '../test/sim/talos/likeness/live-differences.ts'
import { type Observed, observe } from '../test/sim/talos/likeness/observe.ts'
import { raise } from '../test/sim/talos/likeness/raise.ts'
import { first, openRecordedLab } from '../test/sim/talos/likeness/recorded-lab.ts'
import { talosLife } from './talos-life.ts'

// Three genuine machines in maintenance mode, started by `up.sh 3 --maintenance`.
const run = process.env.GENUINE_RUN ?? ''
const subnet = process.env.GENUINE_SUBNET ?? ''
const patch = readPatch(readFileSync(path.join(run, 'patch.yaml'), 'utf8'))
const addresses = [11, 12, 13].map((last) => `${subnet}.${last}`)

const { secrets } = await talosLife({
  addresses,
  deadAddress: `${subnet}.99`,
  dial: realDial,
  clock: realClock,
  kubernetesVersion: process.env.GENUINE_KUBERNETES ?? '',
  platform: 'container',
  patch: (config) => applyPatch(config, patch),
  secrets: (now) => createSecretsBundle('v1.12.6', now),
  silenceMs: 35_000,
  strangerCode: 'talos-client-refused',
})

describe('beside simulated machines', () => {
  const lab = openRecordedLab()
  afterAll(async () => (await lab).close())
  let genuine: Observed = {}

  test('they are asked everything that changes nothing', async () => {
    const [entry = ''] = addresses
    const contextFor = (roles: readonly ('os:admin' | 'os:reader')[]) =>
      mintTalosContext(secrets, { name: 'lab', endpoints: addresses, roles, now: new Date() })
    const admin = await openAsker(realDial, entry, await contextFor(['os:admin']))
    const reader = await openAsker(realDial, entry, await contextFor(['os:reader']))
    genuine = await observe(entry, admin, reader)
    admin.close()
    reader.close()
    expect(Object.keys(genuine).length).toBeGreaterThan(0)
  })

  test('and simulated ones answer the same, but for differences with a reason', async () => {
    const simulated = await lab
    await raise(simulated)
    const own = await observe(first, await simulated.open(), await simulated.open(first, ['os:reader']))
    const comparisons = Object.entries(genuine).map(([name, value]) => ({ name, genuine: value, simulated: own[name] }))
    const { line, unexpected, counts } = judge(comparisons, LIVE_DIFFERENCES)
    console.log(line)
    expect(unexpected).toEqual([])
    const baseline: Readonly<Record<string, number>> = JSON.parse(
      readFileSync(path.join(root, 'conformance/likeness-baseline.json'), 'utf8'),
    )
    for (const [area, wanted] of Object.entries(baseline))
      expect(counts[area]?.equal, area).toBeGreaterThanOrEqual(wanted)
  })
})
