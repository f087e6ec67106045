import type { EtcdCluster } from './cluster.ts'

/** The etcd that machines run. */
export const ETCD_VERSION = '3.6.8'
/** How it writes its database. */
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
