import { textAt } from '../../../src/talos/document/value.ts'
import { machineConfig } from '../config/machine-config.ts'
import type { Node } from '../node.ts'
import { images } from '../releases.ts'
import type { EtcdCluster } from './cluster.ts'

/** The image of etcd on a machine: as configured, or what its release brings. */
export const etcdImage = (node: Node): string =>
  textAt(machineConfig(node)?.root, 'cluster', 'etcd', 'image') ?? images.etcd(node.state.image?.version ?? '')

/** The etcd that a machine runs. */
export const etcdVersion = (node: Node): string => /:v?(\d+\.\d+\.\d+)/.exec(etcdImage(node))?.[1] ?? ''

/** How it writes its database; it tells so since 3.6. */
export function storageVersion(node: Node): string {
  const [major = 0, minor = 0] = etcdVersion(node).split('.').map(Number)
  return major > 3 || minor >= 6 ? `${major}.${minor}.0` : ''
}

/** How the database in a snapshot is written. */
export const STORAGE_VERSION = '3.6.0'

const PAGE = 4096
const SMALLEST = 5 * PAGE
/** What one entry takes, roughly. */
const ENTRY_BYTES = 1200

/** The size of the database and how much of it is in use; a defragmentation gives the difference back. */
export function databaseBytes({ index, waste }: EtcdCluster): { readonly size: number; readonly used: number } {
  const used = SMALLEST + Math.ceil((index * ENTRY_BYTES) / PAGE) * PAGE
  return { used, size: used + waste }
}
