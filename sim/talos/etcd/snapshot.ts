import { createHash } from 'node:crypto'
import type { Talos } from '../talos.ts'
import type { EtcdCluster } from './cluster.ts'

const PAGE = 4096

/** What a snapshot of etcd carries. */
export interface SnapshotContent {
  readonly index: number
}

/** A snapshot as etcd streams it: whole pages, and the SHA-256 of them at the end. */
export function snapshotOf(_: Talos, { index }: EtcdCluster): Buffer {
  const text = Buffer.from(JSON.stringify({ index } satisfies SnapshotContent))
  const content = Buffer.alloc(Math.ceil((text.length + 4) / PAGE) * PAGE)
  content.writeUInt32BE(text.length, 0)
  text.copy(content, 4)
  return Buffer.concat([content, createHash('sha256').update(content).digest()])
}

/** What a snapshot carries, without its checksum. */
export function readSnapshot(content: Buffer): SnapshotContent {
  const { index }: SnapshotContent = JSON.parse(content.subarray(4, 4 + content.readUInt32BE(0)).toString('utf8'))
  return { index }
}

/** Puts what a snapshot carries into a cluster that has just begun. */
export function restoreInto(cluster: EtcdCluster, { index }: SnapshotContent): void {
  cluster.index = index
}
