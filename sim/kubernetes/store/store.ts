import { type KubeObject, keyOf, withMetadata } from '../object.ts'
import type { KubernetesState } from '../state.ts'
import { indexPods, PODS } from './pods-by-node.ts'

/** Something that happened to an object. */
export interface Change {
  readonly revision: number
  /** `group/resource`. */
  readonly resource: string
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'
  /** As it is now, or as it was last. */
  readonly object: KubeObject
  /** As it was before. */
  readonly before: KubeObject | undefined
}

/** Objects with revisions, as etcd keeps them for the API server. */
export interface Store {
  readonly revision: () => number
  /** The oldest revision from which changes are still known. */
  readonly oldest: () => number
  readonly get: (resource: string, key: string) => KubeObject | undefined
  /** In the order of their keys. */
  readonly list: (resource: string, namespace?: string) => readonly KubeObject[]
  /** The pods of a node, or those that have none yet. */
  readonly podsOn: (node: string) => readonly KubeObject[]
  /** Keeps an object under a new revision, and returns it as kept. */
  readonly put: (resource: string, object: KubeObject) => KubeObject
  readonly remove: (resource: string, key: string) => KubeObject | undefined
  /** The changes behind a revision. */
  readonly since: (revision: number, resource: string) => readonly Change[]
  /** Told every change, after it was made; the result ends it. */
  readonly subscribe: (listener: (change: Change) => void) => () => void
}

// Watchers that fall further behind begin anew, as with the watch cache of the genuine server.
const HISTORY = 4096

/** Makes a store over a state, which it changes in place. */
export function createStore(state: KubernetesState): Store {
  const history: Change[] = []
  const listeners = new Set<(change: Change) => void>()
  const sorted = new Map<string, readonly KubeObject[]>()
  const pods = indexPods(Object.values(state.objects[PODS] ?? {}))
  let oldest = state.revision

  const record = (change: Change) => {
    history.push(change)
    if (history.length > HISTORY) {
      const dropped = history.splice(0, HISTORY / 4)
      oldest = dropped.at(-1)?.revision ?? oldest
    }
    keepSorted(change)
    if (change.resource === PODS) pods.note(change)
    for (const listener of listeners) listener(change)
  }
  // Copied, not changed: whoever walks through a list sees it as it was.
  const keepSorted = ({ resource, type, object }: Change) => {
    const list = sorted.get(resource)
    if (list === undefined) return
    const at = position(list, keyOf(object.metadata))
    const isThere = list[at] !== undefined && keyOf(list[at].metadata) === keyOf(object.metadata)
    sorted.set(resource, list.toSpliced(at, isThere ? 1 : 0, ...(type === 'DELETED' ? [] : [object])))
  }
  const bucket = (resource: string): Record<string, KubeObject> => {
    const found = state.objects[resource]
    if (found !== undefined) return found
    const made: Record<string, KubeObject> = {}
    state.objects[resource] = made
    return made
  }
  const all = (resource: string): readonly KubeObject[] => {
    const known = sorted.get(resource)
    if (known !== undefined) return known
    const entries = Object.entries(state.objects[resource] ?? {})
    const list = entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, object]) => object)
    sorted.set(resource, list)
    return list
  }
  return {
    revision: () => state.revision,
    oldest: () => oldest,
    get: (resource, key) => {
      const found = state.objects[resource]
      return found !== undefined && Object.hasOwn(found, key) ? found[key] : undefined
    },
    list(resource, namespace) {
      const list = all(resource)
      return namespace === undefined ? list : list.filter(({ metadata }) => metadata.namespace === namespace)
    },
    podsOn: pods.on,
    put(resource, object) {
      state.revision += 1
      const kept = withMetadata(object, { resourceVersion: String(state.revision) })
      const key = keyOf(kept.metadata)
      const objects = bucket(resource)
      const before = objects[key]
      objects[key] = kept
      const type = before === undefined ? 'ADDED' : 'MODIFIED'
      record({ revision: state.revision, resource, type, object: kept, before })
      return kept
    },
    remove(resource, key) {
      const objects = bucket(resource)
      const before = objects[key]
      if (before === undefined) return undefined
      state.revision += 1
      delete objects[key]
      const object = withMetadata(before, { resourceVersion: String(state.revision) })
      record({ revision: state.revision, resource, type: 'DELETED', object, before })
      return object
    },
    since: (revision, resource) =>
      history.filter((change) => change.revision > revision && change.resource === resource),
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Where a key is in a sorted list, or would be. */
function position(list: readonly KubeObject[], key: string): number {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const held = list[middle]
    if (held !== undefined && keyOf(held.metadata) < key) low = middle + 1
    else high = middle
  }
  return low
}
