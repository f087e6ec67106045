import { type Api, nameSuffix } from '../api.ts'
import { type JsonObject, numberAt, objectAt } from '../json.ts'
import type { KubeObject } from '../object.ts'
import type { Controller } from './controller.ts'
import { isActive, isReady, ownedBy, ownerKeys, ownership, PODS } from './pods.ts'
import { make, remove, setStatus } from './write.ts'

const STORAGE = 'apps/replicasets'
const MANAGER = 'kube-controller-manager'

/** Keeps as many pods as each replica set asks for. */
export const replicaSetController: Controller = {
  name: 'replica-sets',
  concerns(change) {
    const { name, namespace } = change.object.metadata
    if (change.resource === STORAGE) return [`${namespace}/${name}`]
    return change.resource === PODS ? ownerKeys(change, 'ReplicaSet') : []
  },
  reconcile(api, key) {
    const set = api.store.get(STORAGE, key)
    if (set === undefined || set.metadata.deletionTimestamp !== undefined) return undefined
    const wanted = numberAt(set, 'spec', 'replicas') ?? 1
    const active = ownedBy(api, PODS, set).filter(isActive)
    for (let missing = wanted - active.length; missing > 0; missing--) make(api, MANAGER, PODS, podOf(set))
    // Those that are not ready go first.
    const surplus = [...active]
      .sort((a, b) => Number(isReady(a)) - Number(isReady(b)))
      .slice(0, Math.max(0, active.length - wanted))
    for (const pod of surplus) remove(api, PODS, pod)
    setStatus(api, MANAGER, STORAGE, set, statusOf(api, set))
    return undefined
  },
}

function podOf(set: KubeObject): JsonObject {
  const template = objectAt(set, 'spec', 'template')
  const { name, namespace } = set.metadata
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      ...objectAt(template, 'metadata'),
      name: `${name}-${nameSuffix()}`,
      generateName: `${name}-`,
      namespace,
      ownerReferences: [ownership(set)],
    },
    spec: objectAt(template, 'spec'),
  }
}

function statusOf(api: Api, set: KubeObject): JsonObject {
  const pods = ownedBy(api, PODS, set).filter(isActive)
  const ready = pods.filter(isReady).length
  const counts = ready === 0 ? {} : { readyReplicas: ready, availableReplicas: ready }
  return {
    replicas: pods.length,
    ...(pods.length === 0 ? {} : { fullyLabeledReplicas: pods.length }),
    ...counts,
    observedGeneration: set.metadata.generation ?? 1,
  }
}
