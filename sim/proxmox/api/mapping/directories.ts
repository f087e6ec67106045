import type { World } from '../../../world/world.ts'
import { died } from '../../failure.ts'
import type { MapEntry } from './map-entry.ts'

/** Directories that every installation has. */
const ALWAYS = ['/', '/etc', '/home', '/media', '/mnt', '/opt', '/root', '/srv', '/tmp', '/usr', '/var', '/var/lib']

/** Why an entry does not fit the directories of its node: only those of storages and the system itself are known. */
export function directoryFault({ storages }: World, { path = '' }: MapEntry): string | undefined {
  const plain = path.replace(/(?<=.)\/+$/, '')
  const known = [
    ...ALWAYS,
    '/var/lib/vz',
    ...storages.flatMap(({ options }) => (options.path ? [String(options.path)] : [])),
  ]
  return known.some((each) => each === plain || each.startsWith(`${plain}/`))
    ? undefined
    : `Path ${path} does not exist`
}

/** Refuses directories that the node at hand lacks, and nodes that are named twice. */
export function checkDirectories(world: World, node: string, entries: readonly MapEntry[]): void {
  for (const entry of entries.filter((each) => each.node === node)) {
    const fault = directoryFault(world, entry)
    if (fault !== undefined) throw died(fault)
  }
  for (const name of new Set(entries.map((entry) => entry.node))) {
    const count = entries.filter((entry) => entry.node === name).length
    if (count > 1) throw died(`Node '${name}' is specified ${count} times.`)
  }
}
