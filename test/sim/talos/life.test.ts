import { afterAll, describe, expect, test } from 'vitest'
import { applyConfig } from '../../../src/talos/api/apply.ts'
import { bootstrapOnce } from '../../../src/talos/api/bootstrap-once.ts'
import { openCluster } from '../../../src/talos/api/cluster.ts'
import { listEtcdMembers } from '../../../src/talos/api/etcd-members.ts'
import { openMaintenance } from '../../../src/talos/api/maintenance.ts'
import { probe } from '../../../src/talos/api/probe.ts'
import { retrying } from '../../../src/talos/api/retry.ts'
import { BOOTSTRAP_RULES, FIRST_APPLY_RULES, FIRST_MUTUAL_RULES } from '../../../src/talos/api/retry-rules.ts'
import { fetchVersion } from '../../../src/talos/api/version.ts'
import { generate } from '../../../src/talos/config/generate.ts'
import { printDocuments } from '../../../src/talos/document/print.ts'
import { CONDITIONS } from '../../../src/talos/health/conditions.ts'
import { ETCD_CONDITIONS } from '../../../src/talos/health/etcd-conditions.ts'
import { waitFor } from '../../../src/talos/health/wait.ts'
import { createSecretsBundle } from '../../../src/talos/secrets/create.ts'
import { mintTalosContext } from '../../../src/talos/talosconfig.ts'
import { openLab } from './lab.ts'

const addresses = ['10.5.0.11', '10.5.0.12', '10.5.0.13']
const [first = ''] = addresses
const lab = openLab()
const now = new Date()
const bundle = await createSecretsBundle('v1.13', now)
const config = printDocuments(
  generate({
    contract: '1.13',
    role: 'controlplane',
    clusterName: 'lab',
    endpoint: `https://${first}:6443`,
    kubernetesVersion: '1.35.4',
    secrets: bundle,
  }),
)
const world = { dial: lab.network.dial, mask: (text: string) => text }
const context = await mintTalosContext(bundle, { name: 'lab', endpoints: addresses, roles: ['os:admin'], now })
const cluster = openCluster({ ...world, ...context })
const minutes = (count: number) => ({ budgetMs: count * 60_000 })

afterAll(() => {
  cluster.close()
  lab.close()
})

describe('three machines', () => {
  test('boot into maintenance mode', async () => {
    for (const [index, address] of addresses.entries()) lab.start(101 + index, address, `cp${index + 1}`)
    const states = () => Promise.all(addresses.map((address) => probe({ ...world, address }).catch(() => undefined)))
    await expect
      .poll(states, { timeout: 20_000 })
      .toEqual(addresses.map(() => expect.objectContaining({ kind: 'maintenance' })))
  })

  test('take their configs and answer as members of the cluster', async () => {
    for (const address of addresses) {
      const state = await probe({ ...world, address })
      if (state.kind !== 'maintenance') throw new Error(`${address} is not in maintenance mode`)
      const { node, close } = openMaintenance({ ...world, address, fingerprint: state.fingerprint })
      await retrying(lab.clock, FIRST_APPLY_RULES, minutes(5), () => applyConfig(node, config, { mode: 'auto' }))
      close()
    }
    for (const address of addresses) {
      const ask = () => fetchVersion(cluster.node(address), { fresh: true })
      const answer = await retrying(lab.clock, FIRST_MUTUAL_RULES, minutes(5), ask)
      expect(answer).toMatchObject({ tag: 'v1.13.9', platform: 'nocloud', rolesEnforced: true })
    }
  })

  test('begin etcd once, and become three voters', async () => {
    const nodes = addresses.map((address) => cluster.node(address))
    expect(await retrying(lab.clock, BOOTSTRAP_RULES, minutes(5), () => bootstrapOnce(nodes, first))).toBe('started')
    const view = { controlPlanes: nodes, workers: [], hasNetwork: true }
    await waitFor(ETCD_CONDITIONS, view, { clock: lab.clock, report: () => undefined, pollMs: 5000 })
    const found = await listEtcdMembers(cluster.node(first))
    expect(found.map(({ hostname, isLearner }) => [hostname, isLearner]).sort()).toEqual([
      ['cp1', false],
      ['cp2', false],
      ['cp3', false],
    ])
  })

  test('become healthy in every condition', async () => {
    const nodes = addresses.map((address) => cluster.node(address))
    const view = { controlPlanes: nodes, workers: [], hasNetwork: true }
    await waitFor(CONDITIONS, view, { clock: lab.clock, report: () => undefined, pollMs: 5000 })
  })
})
