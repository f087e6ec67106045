import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emptyKubernetes, type KubernetesState } from '../../../../sim/kubernetes/state.ts'
import { readBolt } from '../../../../sim/talos/etcd/bolt/read.ts'
import { writeBolt } from '../../../../sim/talos/etcd/bolt/write.ts'
import type { EtcdCluster } from '../../../../sim/talos/etcd/cluster.ts'
import { fromRegistry } from '../../../../sim/talos/etcd/registry.ts'
import { readSnapshot, snapshotOf } from '../../../../sim/talos/etcd/snapshot.ts'

const bytes = fc.uint8Array({ maxLength: 300 }).map((one) => Buffer.from(one))
const entries = fc.uniqueArray(fc.record({ key: fc.uint8Array({ minLength: 1, maxLength: 40 }), value: bytes }), {
  selector: ({ key }) => Buffer.from(key).toString('hex'),
  maxLength: 60,
})

test('a database gives back what was written to it, in the order of its keys', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ minLength: 1, maxLength: 20 }), entries), (written) => {
      const buckets = Object.fromEntries(
        Object.entries(written).map(([name, list]) => [
          name,
          list.map(({ key, value }) => ({ key: Buffer.from(key), value })),
        ]),
      )
      const found = readBolt(writeBolt(buckets))
      expect(Object.fromEntries(found ?? [])).toEqual(
        Object.fromEntries(
          Object.entries(buckets).map(([name, list]) => [name, list.toSorted((a, b) => a.key.compare(b.key))]),
        ),
      )
    }),
    { numRuns: 50 },
  )
})

test('a value larger than a page, and many pages of keys, are no trouble', () => {
  const many = Array.from({ length: 2000 }, (_, index) => ({
    key: Buffer.from(String(index).padStart(6, '0')),
    value: Buffer.alloc(index === 17 ? 100_000 : 30, index),
  }))
  const file = writeBolt({ key: many })
  expect(file.length % 4096).toBe(0)
  expect(readBolt(file)?.get('key')).toEqual(many)
})

test('what is no database is not read as one', () => {
  expect(readBolt(Buffer.alloc(8192))).toBeUndefined()
  expect(readSnapshot(Buffer.alloc(100))).toBeUndefined()
  const damaged = writeBolt({ key: [] })
  damaged.fill(0xff, 32, 40)
  damaged.fill(0xff, 4096 + 32, 4096 + 40)
  expect(readBolt(damaged)).toBeUndefined()
})

test('a snapshot carries every object of Kubernetes, and its nodes wait for their kubelets', () => {
  const object = (kind: string, name: string, resourceVersion: string) => ({
    apiVersion: 'v1',
    kind,
    metadata: { name, uid: name, resourceVersion, creationTimestamp: '2026-01-01T00:00:00Z' },
  })
  const kubernetes: KubernetesState = {
    ...emptyKubernetes('v1.35.4'),
    revision: 12,
    objects: {
      '/nodes': { cp1: object('Node', 'cp1', '3') },
      'apps/deployments': { 'kube-system/coredns': object('Deployment', 'coredns', '9') },
    },
    kubelets: { cp1: { running: true, since: 5, network: false } },
  }
  const member = { id: '00000000000000aa', vmid: 1, name: 'cp1', address: '10.5.0.11', isLearner: false }
  const cluster: EtcdCluster = {
    id: '1',
    members: [member],
    term: 2,
    index: 40,
    waste: 0,
    alarms: [],
    vips: {},
    kubernetes,
  }
  const snapshot = snapshotOf(cluster)
  expect(snapshot.length % 512).toBe(32)
  const read = readSnapshot(snapshot.subarray(0, -32))
  expect(read?.index).toBe(40)
  expect(fromRegistry(read?.keys ?? [], 'v1.35.4', 99)).toEqual({
    ...kubernetes,
    kubelets: { cp1: { running: false, since: 99, network: false } },
  })
})
