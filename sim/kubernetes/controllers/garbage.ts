import type { Api } from '../api.ts'
import { type KubeObject, withMetadata } from '../object.ts'
import type { Controller } from './controller.ts'
import { change, remove } from './write.ts'

const MANAGER = 'kube-controller-manager'
const FOREGROUND = 'foregroundDeletion'
const ORPHAN = 'orphan'

/** Deletes what belonged to objects that are gone, and finishes deletions that wait for it. */
export const garbageCollector: Controller = {
  name: 'garbage',
  concerns({ resource, type, object }) {
    const { name, namespace, uid, finalizers = [], deletionTimestamp } = object.metadata
    if (type === 'DELETED') return [`gone ${uid}`]
    const isWaiting =
      deletionTimestamp !== undefined && (finalizers.includes(FOREGROUND) || finalizers.includes(ORPHAN))
    return isWaiting ? [`held ${resource} ${namespace === undefined ? name : `${namespace}/${name}`}`] : []
  },
  reconcile(api, key) {
    const [what = '', first = '', second = ''] = key.split(' ')
    if (what === 'gone') for (const { storage, object } of dependents(api, first)) remove(api, storage, object)
    else if (what === 'held') return finish(api, first, second)
    return undefined
  },
}

interface Dependent {
  readonly storage: string
  readonly object: KubeObject
}

/** All that belongs to an object and to no other that still is. */
function dependents({ state, store }: Api, uid: string): readonly Dependent[] {
  return Object.keys(state.objects).flatMap((storage) =>
    store
      .list(storage)
      .filter(({ metadata }) => metadata.ownerReferences?.some((owner) => owner.uid === uid))
      .map((object) => ({ storage, object })),
  )
}

function finish(api: Api, storage: string, key: string): number | undefined {
  const owner = api.store.get(storage, key)
  if (owner === undefined) return undefined
  const { finalizers = [], uid } = owner.metadata
  const owned = dependents(api, uid)
  if (finalizers.includes(ORPHAN))
    for (const { storage: kept, object } of owned) {
      const ownerReferences = object.metadata.ownerReferences?.filter((each) => each.uid !== uid) ?? []
      change(api, MANAGER, kept, object, withMetadata(object, { ownerReferences }))
    }
  else if (owned.length > 0) {
    for (const { storage: lost, object } of owned)
      if (object.metadata.deletionTimestamp === undefined) remove(api, lost, object)
    return 500
  }
  const left = finalizers.filter((each) => each !== FOREGROUND && each !== ORPHAN)
  change(api, MANAGER, storage, owner, withMetadata(owner, { finalizers: left }))
  return undefined
}
