import { type Api, timestamp } from '../api.ts'
import { type JsonObject, objectAt, objectsAt, sameJson, textAt } from '../json.ts'
import { pressure, readiness, UNKNOWN } from '../nodes/conditions.ts'
import type { KubeObject } from '../object.ts'
import { conditionOf } from '../printing/pod-status.ts'
import type { Controller } from './controller.ts'
import { PODS } from './pods.ts'
import { change, setStatus, withConditions } from './write.ts'

const KUBELET = 'kubelet'
const MANAGER = 'kube-controller-manager'

/** How long the control plane waits for word of a kubelet before it gives its node up. */
const GRACE_MS = 50_000

const NETWORK_FILES = '/etc/cni/net.d'

/** Keeps the conditions of nodes true, and their taints in step with them. */
export const nodeController: Controller = {
  name: 'nodes',
  concerns(change_) {
    if (change_.resource === '/nodes' && change_.type !== 'DELETED') return [change_.object.metadata.name]
    const node = textAt(change_.object, 'spec', 'nodeName')
    return change_.resource === PODS && node !== '' && bringsNetwork(change_.object) ? [node] : []
  },
  reconcile(api, name) {
    const node = api.store.get('/nodes', name)
    const kubelet = api.state.kubelets[name]
    if (node === undefined || kubelet === undefined) return undefined
    if (kubelet.running) {
      keepTaints(api, tellReady(api, node))
      return undefined
    }
    const left = kubelet.since + GRACE_MS - api.clock.now()
    if (left > 0) return left
    keepTaints(api, giveUp(api, node))
    return undefined
  },
}

/** Whether a pod puts the files of a pod network onto its node, as every network add-on does. */
const bringsNetwork = (pod: KubeObject): boolean =>
  objectsAt(pod, 'spec', 'volumes').some((volume) => textAt(volume, 'hostPath', 'path').startsWith(NETWORK_FILES))

/** Whether pods on a node have a network: its own, or one that a running pod has brought. */
export function hasNetwork(api: Api, node: string): boolean {
  if (api.state.kubelets[node]?.network === true) return true
  // The files stay when the pod goes, so a node that was ready stays ready.
  if (conditionOf(api.store.get('/nodes', node) ?? {}, 'Ready')?.status === 'True') return true
  return api.store.podsOn(node).some((pod) => textAt(pod, 'status', 'phase') === 'Running' && bringsNetwork(pod))
}

function tellReady(api: Api, node: KubeObject): KubeObject {
  const status = objectAt(node, 'status')
  const time = timestamp(api)
  const known = objectsAt(status, 'conditions').map((each) => textAt(each, 'type'))
  const pressures = known.map(pressure).filter((each) => each !== undefined)
  const fresh = [...pressures, readiness(hasNetwork(api, node.metadata.name))]
  const isStale = fresh.some((each) => conditionOf(node, textAt(each, 'type'))?.status !== each.status)
  if (!isStale) return node
  const told = withConditions(
    status,
    fresh.map((each) => ({ ...each, lastHeartbeatTime: time })),
    time,
  )
  return setStatus(api, KUBELET, '/nodes', node, told)
}

function giveUp(api: Api, node: KubeObject): KubeObject {
  const status = objectAt(node, 'status')
  const time = timestamp(api)
  const conditions = objectsAt(status, 'conditions').map((each) =>
    each.status === 'Unknown' ? each : { ...each, ...UNKNOWN, lastTransitionTime: time },
  )
  return setStatus(api, MANAGER, '/nodes', node, { ...status, conditions })
}

const PREFIX = 'node.kubernetes.io/'

function keepTaints(api: Api, node: KubeObject): void {
  const ready = conditionOf(node, 'Ready')?.status
  const wanted = [
    ...(ready === 'False' ? [['not-ready', 'NoSchedule']] : []),
    ...(ready === 'Unknown'
      ? [
          ['unreachable', 'NoSchedule'],
          ['unreachable', 'NoExecute'],
        ]
      : []),
    ...(objectAt(node, 'spec').unschedulable === true ? [['unschedulable', 'NoSchedule']] : []),
  ].map(([name, effect]): JsonObject => ({ key: `${PREFIX}${name}`, effect: effect ?? '' }))
  const held = objectsAt(node, 'spec', 'taints')
  const isOurs = ({ key }: JsonObject) =>
    ['not-ready', 'unreachable', 'unschedulable'].some((name) => key === PREFIX + name)
  const same = (a: JsonObject, b: JsonObject) => a.key === b.key && a.effect === b.effect
  const time = timestamp(api)
  const taints = [
    ...held.filter((taint) => !isOurs(taint) || wanted.some((each) => same(each, taint))),
    ...wanted.filter((each) => !held.some((taint) => same(each, taint))).map((each) => ({ ...each, timeAdded: time })),
  ]
  if (sameJson(taints, held)) return
  const { taints: _, ...spec } = objectAt(node, 'spec')
  change(api, MANAGER, '/nodes', node, { ...node, spec: taints.length === 0 ? spec : { ...spec, taints } })
}
