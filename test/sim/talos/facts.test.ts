import { afterAll, expect, test } from 'vitest'
import { talosFacts } from '../../../conformance/talos-facts.ts'
import { talosRecovery } from '../../../conformance/talos-recovery.ts'
import { volumeOf } from '../../../sim/talos/disk.ts'
import { probe } from '../../../src/talos/api/probe.ts'
import { openLab, quickBundle } from './lab.ts'

const controlPlanes = ['10.5.0.11', '10.5.0.12', '10.5.0.13'] as const
const worker = '10.5.0.14'
const lab = openLab({ version: 'v1.12.6', speed: 60 })
afterAll(lab.close)

const start = (address: string) => {
  const last = Number(address.at(-1))
  return lab.start(100 + last, address, address === worker ? 'w1' : `cp${last}`)
}
const guests = new Map([...controlPlanes, worker].map((address) => [address, start(address)]))

test('four machines boot into maintenance mode', async () => {
  const world = { dial: lab.network.dial, mask: (text: string) => text }
  for (const address of guests.keys()) {
    const kind = async () => (await probe({ ...world, address }).catch(() => undefined))?.kind
    await expect.poll(kind, { timeout: 600_000 }).toBe('maintenance')
  }
})

const power = {
  powerOff: async (address: string) => guests.get(address)?.powerOff(),
  powerOn: async (address: string) => void guests.set(address, start(address)),
}
const { secrets } = await talosFacts({
  controlPlanes,
  worker,
  vip: '10.5.0.50',
  deadAddress: '10.5.0.99',
  dial: lab.network.dial,
  clock: lab.clock,
  kubernetesVersion: '1.35.4',
  patch: (config) => config,
  secrets: quickBundle,
  ...power,
  pollMs: 20,
  isGenuine: false,
})

talosRecovery({
  controlPlanes,
  secrets,
  dial: lab.network.dial,
  ...power,
  loseData: async (address) => {
    const disk = volumeOf(lab.world, 'pve1', `local-lvm:vm-${100 + Number(address.at(-1))}-disk-0`)
    delete disk?.installation?.ephemeral
  },
  pollMs: 20,
})
