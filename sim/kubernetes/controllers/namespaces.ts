import { type Api, timestamp } from '../api.ts'
import { REGISTRATIONS, remoteVersions } from '../discovery/remote.ts'
import { objectAt, withValue } from '../json.ts'
import type { KubeObject } from '../object.ts'
import type { Controller } from './controller.ts'
import { change, make, remove, setStatus, withCondition } from './write.ts'

const STORAGE = '/namespaces'
const MANAGER = 'kube-controller-manager'

/** What every namespace has, by where it is kept. */
const FURNITURE: Readonly<Record<string, string>> = {
  '/serviceaccounts': 'default',
  '/configmaps': 'kube-root-ca.crt',
}

/** Gives every namespace its service account, and empties those that are being deleted. */
export const namespaceController: Controller = {
  name: 'namespaces',
  concerns({ resource, type, object }, { store }) {
    if (resource === STORAGE && type !== 'DELETED') return [object.metadata.name]
    if (FURNITURE[resource] === object.metadata.name && type === 'DELETED') return [object.metadata.namespace ?? '']
    // What could not be looked into may be now.
    if (resource !== REGISTRATIONS || type !== 'DELETED') return []
    const leaving = store.list(STORAGE).filter(({ metadata }) => metadata.deletionTimestamp !== undefined)
    return leaving.map(({ metadata }) => metadata.name)
  },
  reconcile(api, name) {
    const namespace = api.store.get(STORAGE, name)
    if (namespace === undefined) return undefined
    if (namespace.metadata.deletionTimestamp === undefined) {
      furnish(api, name)
      return undefined
    }
    const left = Object.keys(api.state.objects).flatMap((storage) =>
      api.store.list(storage, name).map((object) => ({ storage, object })),
    )
    for (const { storage, object } of left)
      if (object.metadata.deletionTimestamp === undefined) remove(api, storage, object)
    if (left.length > 0) return 1000
    if (isHeldUp(api, namespace)) return undefined
    change(api, MANAGER, STORAGE, namespace, withValue(namespace, ['spec', 'finalizers'], []))
    return undefined
  },
}

/** A namespace stays while there are groups of which nobody can say what is left of them in it. */
function isHeldUp(api: Api, namespace: KubeObject): boolean {
  const versions = remoteVersions(api).map(({ group, version }) => `${group}/${version}`)
  if (versions.length === 0) return false
  const causes = versions.map((each) => `${each}: stale GroupVersion discovery: ${each}`).join(', ')
  const message = `Discovery failed for some groups, ${versions.length} failing: unable to retrieve the complete list of server APIs: ${causes}`
  const condition = { type: 'NamespaceDeletionDiscoveryFailure', status: 'True', reason: 'DiscoveryFailed', message }
  const status = objectAt(namespace, 'status')
  const conditions = withCondition(status, condition, timestamp(api))
  setStatus(api, MANAGER, STORAGE, namespace, { ...status, conditions })
  return true
}

function furnish(api: Api, namespace: string): void {
  const has = (storage: string, name: string) => api.store.get(storage, `${namespace}/${name}`) !== undefined
  if (!has('/serviceaccounts', 'default'))
    make(api, MANAGER, '/serviceaccounts', {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name: 'default', namespace },
    })
  if (!has('/configmaps', 'kube-root-ca.crt'))
    make(api, MANAGER, '/configmaps', {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'kube-root-ca.crt', namespace },
      data: { 'ca.crt': '' },
    })
}
