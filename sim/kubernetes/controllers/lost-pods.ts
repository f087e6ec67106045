import type { Api } from '../api.ts'
import { type JsonObject, numberAt, objectsAt, textAt } from '../json.ts'
import type { KubeObject } from '../object.ts'
import type { Controller } from './controller.ts'
import { bears, PODS } from './pods.ts'
import { remove } from './write.ts'

const UNREACHABLE = 'node.kubernetes.io/unreachable'

/** How long pods of a node that was deleted are kept. */
const ORPHANED_MS = 60_000

/** Deletes pods of nodes that are out of reach for longer than the pods bear, and of nodes that are gone. */
export const lostPodController: Controller = {
  name: 'lost-pods',
  concerns(change, api) {
    if (change.resource !== '/nodes') return []
    const { name } = change.object.metadata
    const isLost = change.type === 'DELETED' || taintOf(change.object) !== undefined
    return isLost ? api.store.podsOn(name).map(({ metadata }) => `${metadata.namespace}/${metadata.name}`) : []
  },
  reconcile(api, key) {
    const pod = api.store.get(PODS, key)
    if (pod === undefined) return undefined
    const node = api.store.get('/nodes', textAt(pod, 'spec', 'nodeName'))
    if (node === undefined) return leaveOrphan(api, pod)
    const taint = taintOf(node)
    if (taint === undefined || pod.metadata.deletionTimestamp !== undefined) return undefined
    const bearable = toleratedMs(pod, taint)
    if (bearable === undefined) return undefined
    const left = Date.parse(textAt(taint, 'timeAdded')) + bearable - api.clock.now()
    if (left > 0) return left
    remove(api, PODS, pod)
    return undefined
  },
}

const taintOf = (node: KubeObject): JsonObject | undefined =>
  objectsAt(node, 'spec', 'taints').find(({ key, effect }) => key === UNREACHABLE && effect === 'NoExecute')

/** A pod whose node is gone goes too, once it is clear that the node does not come back. */
function leaveOrphan(api: Api, pod: KubeObject): number | undefined {
  const node = textAt(pod, 'spec', 'nodeName')
  if (node === '') return undefined
  const missing = api.state.missingNodes[node] ?? api.clock.now()
  api.state.missingNodes[node] = missing
  const left = missing + ORPHANED_MS - api.clock.now()
  if (left > 0) return left
  remove(api, PODS, pod, 0)
  return undefined
}

/** How long a pod bears a taint; for ever is `undefined`. */
function toleratedMs(pod: KubeObject, taint: JsonObject): number | undefined {
  const found = objectsAt(pod, 'spec', 'tolerations').filter((toleration) => bears(toleration, taint))
  if (found.length === 0) return 0
  const spans = found.map((toleration) => numberAt(toleration, 'tolerationSeconds'))
  if (spans.includes(undefined)) return undefined
  return Math.min(...spans.map((seconds) => seconds ?? 0)) * 1000
}
