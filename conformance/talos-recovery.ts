import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createKubernetesClient } from '../src/kubernetes/client/client.ts'
import { mintAdminAccess } from '../src/kubernetes/kubeconfig.ts'
import { applyObject } from '../src/kubernetes/objects/apply.ts'
import { NAMESPACES } from '../src/kubernetes/objects/kinds.ts'
import { listObjects } from '../src/kubernetes/objects/read.ts'
import { bootstrap } from '../src/talos/api/bootstrap.ts'
import { openCluster } from '../src/talos/api/cluster.ts'
import { listEtcdMembers } from '../src/talos/api/etcd-members.ts'
import { saveEtcdSnapshot, uploadEtcdSnapshot } from '../src/talos/api/etcd-snapshot.ts'
import { listServices } from '../src/talos/api/services.ts'
import { ETCD_CONDITIONS } from '../src/talos/health/etcd-conditions.ts'
import { waitFor } from '../src/talos/health/wait.ts'
import type { SecretsBundle } from '../src/talos/secrets/bundle.ts'
import { mintTalosContext } from '../src/talos/talosconfig.ts'
import { realClock } from '../src/world/clock.ts'
import type { Dial } from '../src/world/dial.ts'
import { silentLog } from '../src/world/log.ts'
import { createRedaction } from '../src/world/redaction.ts'

/** Three control planes with a running etcd, and what can be done to them. */
export interface RecoveryLab {
  readonly controlPlanes: readonly [string, string, string]
  readonly secrets: SecretsBundle
  readonly dial: Dial
  readonly powerOff: (address: string) => Promise<void>
  readonly powerOn: (address: string) => Promise<void>
  /** Empties what a machine keeps beside its config, while its power is off. */
  readonly loseData: (address: string) => Promise<void>
  /** How often machines are looked at. */
  readonly pollMs: number
}

/** How a cluster whose control planes have all lost their data comes back from a snapshot: each test is a step. */
export function talosRecovery(lab: RecoveryLab): void {
  const { controlPlanes, secrets, dial, pollMs } = lab
  const [first, second] = controlPlanes
  const now = new Date()
  const redaction = createRedaction()
  const patience = { timeout: 600_000, interval: pollMs }

  const open = async () =>
    openCluster({
      dial,
      mask: redaction.mask,
      ...(await mintTalosContext(secrets, { name: 'lab', endpoints: controlPlanes, now })),
    })
  const openKubernetes = async () => {
    const access = await mintAdminAccess(secrets, { cluster: 'lab', server: `https://${first}:6443`, now })
    const world = { clock: realClock, dial, log: silentLog, redaction, random: Math.random }
    return createKubernetesClient({ servers: [access.server], ca: access.ca, ...access.client }, world)
  }

  describe('three control planes that lose their data', () => {
    const cluster = open()
    const kubernetes = openKubernetes()
    const scratch = mkdtempSync(path.join(tmpdir(), 'talmox-recovery-'))
    const snapshot = path.join(scratch, 'etcd.db')
    afterAll(async () => {
      ;(await cluster).close()
      ;(await kubernetes).close()
      rmSync(scratch, { recursive: true })
    })
    const nodeAt = async (address: string) => (await cluster).node(address)
    const makeNamespace = async (name: string) =>
      applyObject(await kubernetes, NAMESPACES, { apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
    const namespaces = async () =>
      (await listObjects(await kubernetes, NAMESPACES)).items.map(({ metadata }) => metadata.name)

    test('a snapshot is taken between two changes', async () => {
      await expect.poll(() => makeNamespace('kept').then(() => true, String), patience).toBe(true)
      await saveEtcdSnapshot(await nodeAt(second), snapshot)
      await makeNamespace('lost')
      expect(await namespaces()).toEqual(expect.arrayContaining(['kept', 'lost']))
    })

    test('without their data they wait for somebody to begin etcd', async () => {
      for (const address of controlPlanes) await lab.powerOff(address)
      for (const address of controlPlanes) await lab.loseData(address)
      for (const address of controlPlanes) await lab.powerOn(address)
      const etcdState = async (address: string) => {
        const services = await listServices(await nodeAt(address), { fresh: true }).catch(() => [])
        return services.find(({ id }) => id === 'etcd')?.state
      }
      for (const address of controlPlanes) await expect.poll(() => etcdState(address), patience).toBe('Preparing')
    })

    test('etcd begins anew from the snapshot on one of them, and the others join', async () => {
      await uploadEtcdSnapshot(await nodeAt(first), snapshot)
      expect(await bootstrap(await nodeAt(first), { recover: true })).toBe('started')
      // By a client that has seen no machine dead, since one forgets that only slowly.
      const seen = await open()
      const nodes = controlPlanes.map((address) => seen.node(address))
      const view = { controlPlanes: nodes, workers: [], hasNetwork: true }
      await waitFor(ETCD_CONDITIONS, view, { clock: realClock, report: () => undefined, pollMs: pollMs * 5 })
      seen.close()
      const voters = (await listEtcdMembers(await nodeAt(first))).filter(({ isLearner }) => !isLearner)
      expect(voters.map(({ hostname }) => hostname).sort()).toEqual(['cp1', 'cp2', 'cp3'])
    })

    test('Kubernetes knows what it knew at the snapshot, and nothing later', async () => {
      await expect.poll(() => namespaces().catch(() => []), patience).toContain('kept')
      expect(await namespaces()).not.toContain('lost')
    })
  })
}
