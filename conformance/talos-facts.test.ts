import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { probe } from '../src/talos/api/probe.ts'
import { applyPatch, readPatch } from '../src/talos/patch/patch.ts'
import { createSecretsBundle } from '../src/talos/secrets/create.ts'
import { realClock } from '../src/world/clock.ts'
import { realDial } from '../src/world/dial.ts'
import { talosFacts } from './talos-facts.ts'
import { talosRecovery } from './talos-recovery.ts'

// Three genuine machines in maintenance mode, started by `up.sh 3 --maintenance`; the fourth is switched on here.
const subnet = process.env.GENUINE_SUBNET ?? ''
const folder = process.env.GENUINE_RUN ?? ''
const patch = readPatch(readFileSync(path.join(folder, 'patch.yaml'), 'utf8'))
const controlPlanes = [`${subnet}.11`, `${subnet}.12`, `${subnet}.13`] as const
const worker = `${subnet}.14`

const run = promisify(execFile)
const script = async (name: string, address: string) => {
  const number = address.slice(-1)
  const NAME = address === worker ? 'w1' : `cp${number}`
  await run(path.join(import.meta.dirname, 'genuine-talos', name), [number], { env: { ...process.env, NAME } })
}

test('a fourth machine waits for its config', async () => {
  await script('node-up.sh', worker)
  const kind = async () => (await probe({ dial: realDial, mask: (text) => text, address: worker })).kind
  await expect.poll(kind, { timeout: 120_000, interval: 500 }).toBe('maintenance')
})

const power = {
  powerOff: (address: string) => script('node-down.sh', address),
  powerOn: (address: string) => script('node-up.sh', address),
}
const { secrets } = await talosFacts({
  controlPlanes,
  worker,
  vip: `${subnet}.50`,
  deadAddress: `${subnet}.99`,
  dial: realDial,
  clock: realClock,
  kubernetesVersion: process.env.GENUINE_KUBERNETES ?? '',
  patch: (config) => applyPatch(config, patch),
  secrets: (now) => createSecretsBundle('v1.12.6', now),
  ...power,
  pollMs: 300,
  isGenuine: true,
})

talosRecovery({
  controlPlanes,
  secrets,
  dial: realDial,
  ...power,
  // The folder that plays the partition EPHEMERAL of this machine's disk.
  loseData: (address) => rm(path.join(folder, `disk${address.slice(-1)}`, 'var'), { recursive: true }),
  pollMs: 300,
})
