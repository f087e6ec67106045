import { createHash } from 'node:crypto'
import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import { KeyValueSchema } from '../../../src/talos/gen/etcd_pb.ts'
import { emptyKubernetes, type KubernetesState } from '../../kubernetes/state.ts'
import { type BoltEntry, readBolt, writeBolt } from './bolt.ts'
import type { EtcdCluster } from './cluster.ts'

/** Where a simulated cluster keeps what is no object of Kubernetes. */
const REST_KEY = '/simulated/cluster'
const REGISTRY = '/registry/'

/** Buckets that etcd has and a simulated one leaves empty. */
const EMPTY = ['alarm', 'auth', 'authRoles', 'authUsers', 'cluster', 'lease', 'members', 'members_removed']

/** A snapshot as etcd streams it: its database with all that Kubernetes keeps, and the SHA-256 of it at the end. */
export function snapshotOf({ index, term, kubernetes }: EtcdCluster): Buffer {
  const { objects = {}, ...rest } = kubernetes ?? {}
  const kept = Object.entries(objects).flatMap(([resource, byKey]) =>
    Object.entries(byKey).map(([key, object]) => [`${REGISTRY}${resource}/${key}`, JSON.stringify(object)] as const),
  )
  const entries = [[REST_KEY, JSON.stringify({ index, rest })] as const, ...kept]
  const content = writeBolt(
    {
      ...Object.fromEntries(EMPTY.map((name) => [name, []])),
      key: entries.map(([key, value], at) => entry(key, value, at + 2)),
      meta: [
        { key: Buffer.from('consistent_index'), value: number(index) },
        { key: Buffer.from('storageVersion'), value: Buffer.from('3.6.0') },
        { key: Buffer.from('term'), value: number(term) },
      ],
    },
    index,
  )
  return Buffer.concat([content, createHash('sha256').update(content).digest()])
}

/** Puts what a snapshot carries into a cluster that has just begun; false for what no simulated etcd wrote. */
export function restoreInto(cluster: EtcdCluster, content: Buffer): boolean {
  const found = readBolt(content, 'key')?.map(({ value }) => {
    const { key, value: text } = fromBinary(KeyValueSchema, value)
    return [Buffer.from(key).toString('utf8'), Buffer.from(text).toString('utf8')] as const
  })
  const kept = new Map(found)
  const own = kept.get(REST_KEY)
  if (own === undefined) return false
  const { index, rest }: { readonly index: number; readonly rest: Partial<Omit<KubernetesState, 'objects'>> } =
    JSON.parse(own)
  cluster.index = index
  if (rest.version === undefined) return true
  const objects: KubernetesState['objects'] = {}
  for (const [path, text] of kept) {
    const [, resource, key] = /^\/registry\/([^/]*\/[^/]*)\/(.*)$/.exec(path) ?? []
    if (resource === undefined || key === undefined) continue
    const bucket = objects[resource] ?? {}
    bucket[key] = JSON.parse(text)
    objects[resource] = bucket
  }
  cluster.kubernetes = { ...emptyKubernetes(rest.version), ...rest, objects }
  return true
}

/** A revision of a key, as etcd keeps it: the number of the change, and the change. */
function entry(key: string, value: string, revision: number): BoltEntry {
  const at = Buffer.alloc(17)
  at.writeBigUInt64BE(BigInt(revision), 0)
  at.write('_', 8)
  const change = create(KeyValueSchema, {
    key: Buffer.from(key),
    value: Buffer.from(value),
    createRevision: BigInt(revision),
    modRevision: BigInt(revision),
    version: 1n,
  })
  return { key: at, value: Buffer.from(toBinary(KeyValueSchema, change)) }
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value), 0)
  return bytes
}
