import type { Live } from '../live/live.ts'
import type { Machine } from '../resolve/desired.ts'

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

/** Allocating on a storage: one limit for a shared storage, one per host for a local one. */
export function storageLimit(live: Live, storage: string, host: string): string {
  const isShared = live.proxmox.storages.some(({ id, shared }) => id === storage && shared)
  return isShared ? `storage:${storage}` : `storage:${storage}@${host}`
}

/** Everything that a task which makes disks for a machine takes a share of. */
export function allocating(live: Live, { vmid, vm, storage }: Machine, host: string): readonly string[] {
  const storages = new Set([vm.disk, ...vm.disks].map((disk) => disk.storage ?? storage.disks))
  return [...[...storages].map((id) => storageLimit(live, id, host)), `host:${host}`, `vm:${vmid}`]
}
