import type { Spec } from '../spec/schema/cluster.ts'
import type { Storages } from '../spec/vm/hardware.ts'
import type { Draft } from './draft.ts'

type StorageKey = keyof Storages

/** The four storages of a machine on a host: node, pool and role win over the host, the host over the cluster. */
export function storagesOn(spec: Spec, draft: Draft, host: string | undefined): Storages {
  const hosts = spec.proxmox?.hosts
  const ofHost =
    host !== undefined && hosts !== undefined && Object.hasOwn(hosts, host) ? hosts[host]?.storage : undefined
  const pick = (key: StorageKey) => (isOwn(draft, key) ? draft.storage[key] : (ofHost?.[key] ?? draft.storage[key]))
  const disks = pick('disks') ?? 'local-lvm'
  return {
    disks,
    images: pick('images') ?? 'local',
    templates: pick('templates') ?? disks,
    cloudInit: pick('cloudInit') ?? disks,
  }
}

/** Whether the machine's role, pool or node chose this storage. */
function isOwn(draft: Draft, key: StorageKey): boolean {
  const origin = draft.origins.get(`storage.${key}`)
  return origin?.from === 'file' && origin.path[0] !== 'proxmox'
}
