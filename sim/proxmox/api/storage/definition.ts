import type { Storage } from '../../../world/storage.ts'
import type { World } from '../../../world/world.ts'
import { died } from '../../failure.ts'

/** What a storage may hold. */
export const contentsOf = (storage: Storage): readonly string[] => listOf(storage.options.content)

/** The nodes that a storage is restricted to; undefined when it is for all. */
export function nodesOf(storage: Storage): readonly string[] | undefined {
  const { nodes } = storage.options
  return nodes === undefined ? undefined : listOf(nodes)
}

function listOf(value: Storage['options'][string] | undefined): readonly string[] {
  return String(value ?? '')
    .split(',')
    .filter(Boolean)
}

const SHARED_TYPES = ['nfs', 'cifs', 'rbd', 'cephfs', 'pbs', 'iscsi', 'iscsidirect', 'zfs', 'esxi']

/** Whether every node sees the same volumes. */
export const isShared = ({ type, options }: Storage): boolean =>
  options.shared === undefined ? SHARED_TYPES.includes(type) : Number(options.shared) === 1

/** Whether its volumes are files below a directory. */
export const pathOf = (storage: Storage): string | undefined => {
  if (typeof storage.options.path === 'string') return storage.options.path
  return ['nfs', 'cifs', 'cephfs'].includes(storage.type) ? `/mnt/pve/${storage.storage}` : undefined
}

const isDisabled = ({ options }: Storage): boolean => Number(options.disable ?? 0) === 1

/** Whether a node can use a storage. */
export function isEnabled(storage: Storage, node: string): boolean {
  return !isDisabled(storage) && (nodesOf(storage)?.includes(node) ?? true)
}

/** The storage of a name; refuses when there is none. */
export function existingStorage(world: World, name: string): Storage {
  const storage = world.storages.find((each) => each.storage === name)
  if (storage === undefined) throw died(`storage '${name}' does not exist`)
  return storage
}

/** The storage of a name, for use on a node; refuses when it is disabled or not there. */
export function enabledStorage(world: World, name: string, node: string): Storage {
  const storage = existingStorage(world, name)
  if (isDisabled(storage)) throw died(`storage '${name}' is disabled`)
  if (!isEnabled(storage, node)) throw died(`storage '${name}' is not available on node '${node}'`)
  return storage
}
