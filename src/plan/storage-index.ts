import type { ObservedProxmox } from '../proxmox/observe/observed.ts'

/** What is looked up about storages, once for each machine. */
export interface StorageIndex {
  /** Where a storage is: its own name when all hosts share it, else with the host behind it. */
  readonly place: (storage: string, host: string) => string
  /** Whether a file is at a place. */
  readonly has: (file: string, place: string) => boolean
}

/** Looks through storages and images once. */
export function storageIndex({ storages, images = [] }: ObservedProxmox): StorageIndex {
  const shared = new Set(storages.flatMap((storage) => (storage.shared ? [storage.id] : [])))
  const place = (storage: string, host: string) => (shared.has(storage) ? storage : `${storage}@${host}`)
  const files = new Set(images.map(({ file, storage, host }) => `${file}/${place(storage, host)}`))
  return { place, has: (file, at) => files.has(`${file}/${at}`) }
}
