import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { make } from '../../../sim/kubernetes/controllers/write.ts'
import { objectAt, objectsAt } from '../../../sim/kubernetes/json.ts'
import { reachableApi } from '../../../sim/talos/kubernetes/clusters.ts'
import { applyConfig } from '../../../src/talos/api/apply.ts'
import { bootstrap } from '../../../src/talos/api/bootstrap.ts'
import { openCluster } from '../../../src/talos/api/cluster.ts'
import { saveEtcdSnapshot, uploadEtcdSnapshot } from '../../../src/talos/api/etcd-snapshot.ts'
import { reset } from '../../../src/talos/api/power.ts'
import { listServices } from '../../../src/talos/api/services.ts'
import { generate } from '../../../src/talos/config/generate.ts'
import { printDocuments } from '../../../src/talos/document/print.ts'
import { mintTalosContext } from '../../../src/talos/talosconfig.ts'
import { openLab, quickBundle } from './lab.ts'

const address = '10.5.0.11'
const lab = openLab({ speed: 240 })
const now = new Date()
const secrets = await quickBundle(now)
const context = await mintTalosContext(secrets, { name: 'lab', endpoints: [address], now })
const cluster = openCluster({ dial: lab.network.dial, mask: (text) => text, ...context })
const node = cluster.node(address)
const scratch = mkdtempSync(path.join(tmpdir(), 'talmox-follow-'))
const patience = { timeout: 60_000, interval: 50 }
const input = { contract: '1.13', role: 'controlplane', clusterName: 'lab', secrets } as const
const configFor = (kubernetesVersion: string) =>
  printDocuments(generate({ ...input, kubernetesVersion, endpoint: `https://${address}:6443` }))
const config = configFor('1.35.4')

afterAll(() => {
  cluster.close()
  lab.close()
  rmSync(scratch, { recursive: true })
})

const machine = () => lab.talos.nodes.get(101)
const api = () => {
  const found = machine()
  return found === undefined ? undefined : reachableApi(found)
}
const pod = (component: string) => api()?.store.get('/pods', `kube-system/${component}-cp1`)
const imageOf = (component: string) => objectsAt(objectAt(pod(component) ?? {}, 'spec'), 'containers')[0]?.image
const ownNode = () => api()?.store.get('/nodes', 'cp1')
const etcd = async () => (await listServices(node, { fresh: true }).catch(() => [])).find(({ id }) => id === 'etcd')

test('a single control plane comes up', async () => {
  lab.install(101, config)
  lab.start(101, address, 'cp1')
  await expect.poll(async () => (await etcd())?.state, patience).toBe('Preparing')
  await bootstrap(node)
  await expect.poll(() => imageOf('kube-apiserver'), patience).toBe('registry.k8s.io/kube-apiserver:v1.35.4')
}, 60_000)

describe('without a reboot', () => {
  test('a pod of the control plane follows its image, and says which config it is of', async () => {
    const before = pod('kube-apiserver')?.metadata.annotations?.['talos.dev/config-version']
    await applyConfig(node, config.replace('kube-apiserver:v1.35.4', 'kube-apiserver:v1.35.5'), { mode: 'no-reboot' })
    await expect.poll(() => imageOf('kube-apiserver'), patience).toBe('registry.k8s.io/kube-apiserver:v1.35.5')
    expect(imageOf('kube-scheduler')).toBe('registry.k8s.io/kube-scheduler:v1.35.4')
    const after = pod('kube-apiserver')?.metadata.annotations?.['talos.dev/config-version']
    expect(Number(after)).toBe(Number(before) + 1)
  })

  test('the kubelet follows its image, and the pods that it ran go on meanwhile', async () => {
    const states = new Set<string | undefined>()
    const counts = new Set<number>()
    machine()?.live.watchers.add(() => {
      states.add(machine()?.state.services.kubelet?.state)
      counts.add(Object.keys(machine()?.state.kubernetes.pods ?? {}).length)
    })
    await applyConfig(node, configFor('1.35.5'), { mode: 'no-reboot' })
    const version = () => objectAt(objectAt(ownNode() ?? {}, 'status'), 'nodeInfo').kubeletVersion
    await expect.poll(version, patience).toBe('v1.35.5')
    expect([...states]).toEqual(expect.arrayContaining(['Stopping', 'Finished', 'Starting', 'Preparing', 'Running']))
    expect([...counts]).toEqual([3])
    await expect.poll(() => imageOf('kube-scheduler'), patience).toBe('registry.k8s.io/kube-scheduler:v1.35.5')
  })

  test('labels of the node come and go', async () => {
    const labelled = configFor('1.35.5').replace('nodeLabels:', 'nodeLabels:\n        test/label: one')
    await applyConfig(node, labelled, { mode: 'no-reboot' })
    expect(ownNode()?.metadata.labels).toMatchObject({ 'test/label': 'one', 'kubernetes.io/hostname': 'cp1' })
    await applyConfig(node, configFor('1.35.5'), { mode: 'no-reboot' })
    expect(ownNode()?.metadata.labels).not.toHaveProperty('test/label')
  })
})

test('what was there at a snapshot is there after the recovery, and what came later is not', async () => {
  const named = (name: string) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace: 'default' },
    data: { key: name },
  })
  const held = (name: string) => api()?.store.get('/configmaps', `default/${name}`)?.data
  const store = api()
  if (store === undefined) throw new Error('no API answers')
  const file = path.join(scratch, 'etcd.db')
  make(store, 'test', '/configmaps', named('early'))
  await saveEtcdSnapshot(node, file)
  make(store, 'test', '/configmaps', named('late'))
  await reset(node, { graceful: false, reboot: true, wipe: 'system-disk', partitions: ['EPHEMERAL'] })
  await expect.poll(async () => (await etcd())?.state, patience).toBe('Preparing')
  await uploadEtcdSnapshot(node, file)
  await bootstrap(node, { recover: true })
  await expect.poll(() => held('early'), patience).toEqual({ key: 'early' })
  expect(held('late')).toBeUndefined()
}, 60_000)
