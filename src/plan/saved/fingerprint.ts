import { createHash } from 'node:crypto'
import type { Live } from '../../live/live.ts'
import type { Loaded } from '../../spec/load.ts'

/** What a plan was made from: each part of the world, and of the file, as a hash by its name. */
export type Fingerprint = Readonly<Record<string, string>>

/** What goes on all the time without any meaning for a plan. */
const PASSING: ReadonlySet<string> = new Set([
  'uptimeSeconds',
  'memoryUsedBytes',
  'usedBytes',
  'digest',
  'ready',
  'reason',
  'unready',
])

/** The fingerprint of a cluster file, of the files that it names, and of the world. */
export function fingerprintOf({ source, files }: Loaded, live: Live): Fingerprint {
  const { vms, others, ...proxmox } = live.proxmox
  const inTheWay = others.filter((guest) => guest.inTheWay !== undefined)
  return Object.fromEntries([
    ['the cluster file', hash(source.text)],
    ...[...files].map(([name, content]) => [name, hash(content)]),
    ['hosts, storages and pools', hash({ ...proxmox, inTheWay })],
    ...vms.map((vm) => [`VM ${vm.vmid} (${vm.name})`, hash(vm)]),
    ...Object.entries(live.nodes).map(([name, node]) => [`Talos on ${name}`, hash(node)]),
    ['images', hash(live.schematics)],
    ['etcd', hash(live.etcd)],
    ['Kubernetes', hash(live.kubernetes)],
    ['the home of the cluster', hash(live.home)],
  ])
}

/** The names of what is not the same in two fingerprints, in the order of the second. */
export function changedBetween(before: Fingerprint, now: Fingerprint): readonly string[] {
  const names = [...Object.keys(now), ...Object.keys(before).filter((name) => !Object.hasOwn(now, name))]
  return names.filter((name) => before[name] !== now[name])
}

const hash = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(stable(value)))
    .digest('hex')
    .slice(0, 32)

/** A value without what passes, its keys in order. */
function stable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stable)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !PASSING.has(key))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, stable(one)]),
  )
}
