import type { ObservedProxmox } from '../../proxmox/observe/observed.ts'

/** What a Proxmox has that a cluster file names. */
export interface Found {
  readonly endpoint: string
  /** Hosts that are online. */
  readonly hosts: readonly string[]
  /** Storages that every one of them has, with what they take. */
  readonly storages: readonly { readonly id: string; readonly content: readonly string[]; readonly free: number }[]
  /** Bridges that every one of them has. */
  readonly bridges: readonly string[]
  /** PCI mappings with the hosts of their devices. */
  readonly mappings: readonly { readonly id: string; readonly hosts: readonly string[] }[]
}

/** What every host that is online can offer to machines. */
export function foundIn(endpoint: string, observed: ObservedProxmox): Found {
  // What another program says goes into a file: only what can be a name there.
  const named = <T>(things: readonly T[], name: (thing: T) => string) =>
    things.filter((one) => /^[\w.-]+$/.test(name(one)))
  const hosts = named(
    observed.hosts.filter(({ unreachable }) => unreachable === undefined).map(({ name }) => name),
    (name) => name,
  )
  const onAll = <T extends { readonly host: string }>(things: readonly T[]) =>
    hosts.every((host) => things.some((thing) => thing.host === host))
  const active = named(observed.storages, ({ id }) => id).filter(({ active }) => active)
  const ids = [...new Set(active.map(({ id }) => id))].filter((id) => onAll(active.filter((one) => one.id === id)))
  const bridges = named(observed.bridges ?? [], ({ name }) => name).filter(({ active: up }) => up)
  return {
    endpoint,
    hosts,
    storages: ids.map((id) => {
      const here = active.filter((one) => one.id === id)
      const free = Math.min(...here.map(({ totalBytes = 0, usedBytes = 0 }) => totalBytes - usedBytes))
      return { id, content: here[0]?.content ?? [], free }
    }),
    bridges: [...new Set(bridges.map(({ name }) => name))].filter((name) =>
      onAll(bridges.filter((one) => one.name === name)),
    ),
    mappings: named(observed.mappings ?? [], ({ id }) => id).map(({ id, devices }) => ({
      id,
      hosts: [...new Set(devices.map(({ host }) => host))],
    })),
  }
}

/** The storage with the most room among those that take something; one that holds nothing else goes first. */
export function storageFor({ storages }: Found, content: string): string | undefined {
  const taking = storages.filter((one) => one.content.includes(content))
  const [best] = taking.sort((a, b) => a.content.length - b.content.length || b.free - a.free)
  return best?.id
}
