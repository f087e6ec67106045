import type { Spec } from '../spec/schema/cluster.ts'
import type { Storages } from '../spec/vm/hardware.ts'
import type { Origin } from './desired.ts'
import type { Draft } from './draft.ts'
import { derived, inFile, placeOf } from './origin.ts'

type StorageKey = keyof Storages

/** A storage and where it was chosen. */
interface Choice {
  readonly storage: string
  readonly origin: Origin
}

/** The four storages of a machine on a host: node, pool and role win over the host, the host over the cluster. */
export function storagesOn(spec: Spec, draft: Draft, host: string | undefined): Storages {
  const { disks, images, templates, cloudInit } = choicesOn(spec, draft, host)
  return {
    disks: disks.storage,
    images: images.storage,
    templates: templates.storage,
    cloudInit: cloudInit.storage,
  }
}

/** Where the four storages of a machine on a host were chosen, by the path of the setting. */
export function storageOrigins(spec: Spec, draft: Draft, host: string | undefined): [string, Origin][] {
  const choices = Object.entries(choicesOn(spec, draft, host))
  return choices.map(([key, { origin }]) => [`storage.${key}`, origin])
}

function choicesOn(spec: Spec, draft: Draft, host: string | undefined): Record<StorageKey, Choice> {
  const choose = (key: StorageKey) =>
    isOwn(draft, key) ? ofLayers(draft, key) : (ofHost(spec, host, key) ?? ofLayers(draft, key))
  const disks = choose('disks') ?? { storage: 'local-lvm', origin: { from: 'built-in' } }
  const asDisks = { storage: disks.storage, origin: derived('the storage of the disks', placeOf(disks.origin)) }
  return {
    disks,
    images: choose('images') ?? { storage: 'local', origin: { from: 'built-in' } },
    templates: choose('templates') ?? asDisks,
    cloudInit: choose('cloudInit') ?? asDisks,
  }
}

function ofLayers({ storage, origins }: Draft, key: StorageKey): Choice | undefined {
  const named = storage[key]
  return named === undefined
    ? undefined
    : { storage: named, origin: origins.get(`storage.${key}`) ?? { from: 'built-in' } }
}

function ofHost(spec: Spec, host: string | undefined, key: StorageKey): Choice | undefined {
  const hosts = spec.proxmox?.hosts
  if (host === undefined || hosts === undefined || !Object.hasOwn(hosts, host)) return undefined
  const named = hosts[host]?.storage?.[key]
  return named === undefined
    ? undefined
    : { storage: named, origin: inFile(['proxmox', 'hosts', host, 'storage', key]) }
}

/** Whether the machine's role, pool or node chose this storage. */
function isOwn(draft: Draft, key: StorageKey): boolean {
  const origin = draft.origins.get(`storage.${key}`)
  return origin?.from === 'file' && origin.path[0] !== 'proxmox'
}
