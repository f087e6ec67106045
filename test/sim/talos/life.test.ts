import { afterAll, expect, test } from 'vitest'
import { talosLife } from '../../../conformance/talos-life.ts'
import { probe } from '../../../src/talos/api/probe.ts'
import { openLab, quickBundle } from './lab.ts'

const addresses = ['10.5.0.11', '10.5.0.12', '10.5.0.13']
const lab = openLab({ version: 'v1.12.6' })
afterAll(lab.close)

for (const [index, address] of addresses.entries()) lab.start(101 + index, address, `cp${index + 1}`)
const world = { dial: lab.network.dial, mask: (text: string) => text }

test('three machines boot into maintenance mode', async () => {
  const kinds = async () => {
    const states = await Promise.all(addresses.map((address) => probe({ ...world, address }).catch(() => undefined)))
    return states.map((state) => state?.kind)
  }
  await expect.poll(kinds, { timeout: 600_000 }).toEqual(addresses.map(() => 'maintenance'))
})

await talosLife({
  addresses,
  deadAddress: '10.5.0.99',
  dial: lab.network.dial,
  clock: lab.clock,
  kubernetesVersion: '1.35.4',
  platform: 'nocloud',
  patch: (config) => config,
  secrets: quickBundle,
  silenceMs: 300,
  strangerCode: 'talos-connection-lost',
})
