import { afterAll, expect, test } from 'vitest'
import { openCluster } from '../../../src/talos/api/cluster.ts'
import { probe } from '../../../src/talos/api/probe.ts'
import { fetchVersion } from '../../../src/talos/api/version.ts'
import { generate } from '../../../src/talos/config/generate.ts'
import { printDocuments } from '../../../src/talos/document/print.ts'
import { mintTalosContext } from '../../../src/talos/talosconfig.ts'
import { openLab, quickBundle } from './lab.ts'

const [configured, waiting] = ['10.5.0.11', '10.5.0.12'] as const
const lab = openLab({ speed: 240 })
const world = { dial: lab.network.dial, mask: (text: string) => text }
const now = new Date()
const [theirs, ours] = await Promise.all([quickBundle(now), quickBundle(now)])
const context = await mintTalosContext(ours, { name: 'ours', endpoints: [configured, waiting], now })
const cluster = openCluster({ ...world, ...context })
const patience = { timeout: 60_000, interval: 50 }
afterAll(() => {
  cluster.close()
  lab.close()
})

test('a machine of another cluster at the address says whose it is', async () => {
  const input = { contract: '1.13', role: 'controlplane', clusterName: 'theirs', kubernetesVersion: '1.35.4' } as const
  lab.install(101, printDocuments(generate({ ...input, endpoint: `https://${configured}:6443`, secrets: theirs })))
  lab.start(101, configured, 'their-cp')
  lab.start(102, waiting, 'cp2')
  await expect.poll(async () => (await probe({ ...world, address: configured })).kind, patience).toBe('foreign')
  const own = openCluster({ ...world, ...context, endpoints: [configured] })
  await expect(fetchVersion(own.node(configured), { fresh: true })).rejects.toMatchObject({
    code: 'talos-wrong-authority',
    message: expect.stringContaining('it is the machine their-cp of another cluster'),
  })
  own.close()
})

test('a machine in maintenance mode, where a configured one was expected, says so', async () => {
  await expect.poll(async () => (await probe({ ...world, address: waiting })).kind, patience).toBe('maintenance')
  const own = openCluster({ ...world, ...context, endpoints: [waiting] })
  await expect(fetchVersion(own.node(waiting), { fresh: true })).rejects.toMatchObject({
    code: 'talos-wrong-authority',
    message: expect.stringContaining('it is in maintenance mode'),
  })
  own.close()
})
