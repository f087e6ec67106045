import { createHash } from 'node:crypto'
import { machineConfig } from '../config/machine-config.ts'
import { imageOf, tagOf } from '../kubernetes/settings.ts'
import type { Node } from '../node.ts'
import type { Entry } from './bolt/page.ts'
import { readBolt } from './bolt/read.ts'
import { writeBolt } from './bolt/write.ts'
import type { EtcdCluster } from './cluster.ts'
import { decodeKeyValue, encodeKeyValue, type KeyValue, revisionKey } from './key-value.ts'
import { fromRegistry, registryOf } from './registry.ts'
import { STORAGE_VERSION } from './status.ts'

const entry = (key: string, value: string | Buffer): Entry => ({ key: Buffer.from(key), value: Buffer.from(value) })

/** A snapshot as etcd streams it: its database, and the SHA-256 of that at the end. */
export function snapshotOf(cluster: EtcdCluster): Buffer {
  const content = databaseFile(cluster)
  return Buffer.concat([content, createHash('sha256').update(content).digest()])
}

/** The database of etcd as it lies on a disk. */
export const databaseFile = (cluster: EtcdCluster): Buffer =>
  writeBolt({
    alarm: [],
    auth: [],
    authRoles: [],
    authUsers: [],
    cluster: [entry('clusterVersion', STORAGE_VERSION)],
    key: keysOf(cluster),
    lease: [],
    members: membersOf(cluster),
    members_removed: [],
    meta: [
      entry('consistent_index', number(cluster.index)),
      entry('storageVersion', STORAGE_VERSION),
      entry('term', number(cluster.term)),
    ],
  })

function keysOf({ kubernetes }: EtcdCluster): readonly Entry[] {
  let [last, place] = [0, 0]
  return (kubernetes === undefined ? [] : registryOf(kubernetes)).map((one) => {
    place = one.revision === last ? place + 1 : 0
    last = one.revision
    return { key: revisionKey(one.revision, place), value: encodeKeyValue(one) }
  })
}

const membersOf = ({ members }: EtcdCluster): readonly Entry[] =>
  members.map(({ id, name, address, isLearner }) => {
    const peerURLs = [`https://${address}:2380`]
    return entry(id, JSON.stringify({ id: `0x${id}`, peerURLs, name, ...(isLearner ? { isLearner } : {}) }))
  })

function number(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}

/** What a snapshot carries. */
export interface SnapshotContent {
  readonly index: number
  readonly keys: readonly KeyValue[]
}

/** What a snapshot carries, without its checksum; nothing where it is no database of etcd. */
export function readSnapshot(content: Buffer): SnapshotContent | undefined {
  const buckets = readBolt(content)
  const index = buckets?.get('meta')?.find(({ key }) => key.toString() === 'consistent_index')
  if (buckets === undefined || index === undefined) return undefined
  const keys = (buckets.get('key') ?? []).map(({ value }) => decodeKeyValue(value))
  return { index: Number(index.value.readBigUInt64BE()), keys }
}

/** Puts what a snapshot carries into a cluster that this machine has just begun. */
export function restoreInto(node: Node, cluster: EtcdCluster, { index, keys }: SnapshotContent): void {
  cluster.index = index
  const config = machineConfig(node)
  if (keys.length === 0 || config === undefined) return
  const version = tagOf(imageOf(config, 'kube-apiserver'))
  cluster.kubernetes = fromRegistry(keys, version, node.talos.clock.now())
  // Whoever told another API server of itself tells this one too.
  for (const peer of node.talos.nodes.values()) {
    if (machineConfig(peer)?.kubernetesAuthority.crt === config.kubernetesAuthority.crt)
      peer.state.kubernetes.isRegistered = false
  }
}
