import type { KubeObject } from '../../kubernetes/object.ts'
import { emptyKubernetes, type KubernetesState } from '../../kubernetes/state.ts'
import type { KeyValue } from './key-value.ts'

const ROOT = '/registry/'
const CORE = 'core'
/** What the API server itself keeps beside objects; here it carries the newest revision. */
const NEWEST = 'compact_rev_key'

/** The objects of Kubernetes as keys of etcd, the oldest first. */
export function registryOf({ objects, revision }: KubernetesState): readonly KeyValue[] {
  const keys = Object.entries(objects).flatMap(([storage, byKey]) =>
    Object.entries(byKey).map(([key, object]) => ({
      key: `${ROOT}${storage.startsWith('/') ? CORE : ''}${storage}/${key}`,
      value: JSON.stringify(object),
      revision: Number(object.metadata.resourceVersion),
    })),
  )
  return [...keys.sort((a, b) => a.revision - b.revision), { key: NEWEST, value: String(revision), revision }]
}

/** The objects that keys of etcd hold; the kubelets of their nodes have yet to speak up. */
export function fromRegistry(keys: readonly KeyValue[], version: string, now: number): KubernetesState {
  const state = emptyKubernetes(version)
  for (const { key, value, revision } of keys) {
    state.revision = Math.max(state.revision, revision)
    if (!key.startsWith(ROOT)) continue
    const [group = '', resource = '', ...name] = key.slice(ROOT.length).split('/')
    const storage = `${group === CORE ? '' : group}/${resource}`
    const object: KubeObject = JSON.parse(value)
    state.objects[storage] = { ...state.objects[storage], [name.join('/')]: object }
    if (storage === '/nodes') state.kubelets[name.join('/')] = { running: false, since: now, network: false }
  }
  return state
}
