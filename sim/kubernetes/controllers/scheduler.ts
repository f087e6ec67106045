import { type Api, timestamp } from '../api.ts'
import { bind } from '../http/subresource-calls.ts'
import { type JsonObject, objectAt, textAt } from '../json.ts'
import type { KubeObject } from '../object.ts'
import type { Controller } from './controller.ts'
import { namedNode, PODS, tolerates, wantsNode } from './pods.ts'
import { setStatus, withCondition } from './write.ts'

const MANAGER = 'kube-scheduler'

/** Puts pods onto nodes that take them, the emptiest first. */
export const scheduler: Controller = {
  name: 'scheduler',
  concerns(change, api) {
    const { name, namespace } = change.object.metadata
    if (change.resource === PODS) return isWaiting(change.object) ? [`${namespace}/${name}`] : []
    if (change.resource !== '/nodes') return []
    return api.store
      .podsOn('')
      .filter(isWaiting)
      .map(({ metadata }) => `${metadata.namespace}/${metadata.name}`)
  },
  reconcile(api, key) {
    const pod = api.store.get(PODS, key)
    if (pod === undefined || !isWaiting(pod)) return undefined
    const spec = objectAt(pod, 'spec')
    const nodes = candidates(api, spec)
    const fitting = nodes.filter((node) => wantsNode(spec, node) && tolerates(spec, node, ['NoSchedule', 'NoExecute']))
    const node = emptiest(api, fitting)
    if (node === undefined) {
      refuse(api, pod, nodes)
      return undefined
    }
    const { name, namespace } = pod.metadata
    const target = { kind: 'Node', name: node.metadata.name }
    bind(api, { resource: api.registry.stored(PODS), namespace, name }, { target })
    return undefined
  },
}

const isWaiting = (pod: KubeObject): boolean =>
  textAt(pod, 'spec', 'nodeName') === '' && pod.metadata.deletionTimestamp === undefined

/** The nodes that can be meant: a pod of a daemon names the only one. */
function candidates({ store }: Api, spec: JsonObject): readonly KubeObject[] {
  const name = namedNode(spec)
  if (name === undefined) return store.list('/nodes')
  const node = store.get('/nodes', name)
  return node === undefined ? [] : [node]
}

function emptiest({ store }: Api, nodes: readonly KubeObject[]): KubeObject | undefined {
  const [first, ...rest] = nodes
  if (first === undefined || rest.length === 0) return first
  const count = ({ metadata }: KubeObject) => store.podsOn(metadata.name).length
  return rest.reduce((best, node) => (count(node) < count(best) ? node : best), first)
}

function refuse(api: Api, pod: KubeObject, nodes: readonly KubeObject[]): void {
  const spec = objectAt(pod, 'spec')
  const unwanted = nodes.filter((node) => !wantsNode(spec, node)).length
  const tainted = nodes.length - unwanted
  const reasons = [
    ...(unwanted > 0 ? [`${unwanted} node(s) didn't match Pod's node affinity/selector`] : []),
    ...(tainted > 0 ? [`${tainted} node(s) had untolerated taint(s)`] : []),
  ]
  const why =
    nodes.length === 0
      ? 'no nodes available to schedule pods'
      : `0/${nodes.length} nodes are available: ${reasons.join(', ')}.`
  const condition = { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: why }
  const status = objectAt(pod, 'status')
  setStatus(api, MANAGER, PODS, pod, { ...status, conditions: withCondition(status, condition, timestamp(api)) })
}
