import { readFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { applyPatch, readPatch } from '../src/talos/patch/patch.ts'
import { createSecretsBundle } from '../src/talos/secrets/create.ts'
import { realClock } from '../src/world/clock.ts'
import { realDial } from '../src/world/dial.ts'
import { talosLife } from './talos-life.ts'

// Three genuine machines in maintenance mode, started by `up.sh 3 --maintenance`.
const run = process.env.GENUINE_RUN ?? ''
const subnet = process.env.GENUINE_SUBNET ?? ''
const patch = readPatch(readFileSync(path.join(run, 'patch.yaml'), 'utf8'))

await talosLife({
  addresses: [11, 12, 13].map((last) => `${subnet}.${last}`),
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
