import type { Api } from '../api.ts'
import { withValue } from '../json.ts'
import type { Controller } from './controller.ts'
import { change, make, remove } from './write.ts'

const STORAGE = '/namespaces'
const MANAGER = 'kube-controller-manager'

/** Gives every namespace its service account, and empties those that are being deleted. */
export const namespaceController: Controller = {
  name: 'namespaces',
  concerns: ({ resource, type, object }) => (resource === STORAGE && type !== 'DELETED' ? [object.metadata.name] : []),
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
    change(api, MANAGER, STORAGE, namespace, withValue(namespace, ['spec', 'finalizers'], []))
    return undefined
  },
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
