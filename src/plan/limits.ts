import type { Machine } from '../resolve/desired.ts'
import type { StorageIndex } from './storage-index.ts'

/** How many actions may run at once, by the part of the limit's name before its colon. */
export const LIMITS: Readonly<Record<string, number>> = {
  /** Proxmox holds a lock of ten seconds while it allocates; a third task waits it out and fails. */
  storage: 2,
  host: 4,
  vm: 1,
  /** A second control plane on its way would be one more than etcd can spare. */
  'control-planes': 1,
  /** Workers that restart or take a new config; a run may allow more. */
  workers: 1,
  drains: 1,
}

/** Everything that a task which makes disks for a machine takes a share of. */
export function allocating(index: StorageIndex, { vmid, vm, storage }: Machine, host: string): readonly string[] {
  const storages = new Set([vm.disk, ...vm.disks].map((disk) => disk.storage ?? storage.disks))
  return [...[...storages].map((id) => storageLimit(index, id, host)), `host:${host}`, `vm:${vmid}`]
}

/** Allocating on a storage. */
export const storageLimit = ({ place }: StorageIndex, storage: string, host: string): string =>
  `storage:${place(storage, host)}`
