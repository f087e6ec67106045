import { createHash } from 'node:crypto'
import { type Api, nameSuffix } from '../api.ts'
import { type JsonObject, objectAt, objectsAt, textAt } from '../json.ts'
import type { KubeObject } from '../object.ts'
import type { Controller } from './controller.ts'
import { isActive, isReady, namedNode, ownedBy, ownerKeys, ownership, PODS, tolerates, wantsNode } from './pods.ts'
import { make, remove, setStatus } from './write.ts'

const STORAGE = 'apps/daemonsets'
const MANAGER = 'kube-controller-manager'
const HASH = 'controller-revision-hash'

// Daemons run on nodes that nobody else may use.
const TOLERATIONS: readonly JsonObject[] = [
  { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute' },
  { key: 'node.kubernetes.io/unreachable', operator: 'Exists', effect: 'NoExecute' },
  ...['not-ready', 'disk-pressure', 'memory-pressure', 'pid-pressure', 'unschedulable', 'network-unavailable'].map(
    (name) => ({
      key: `node.kubernetes.io/${name}`,
      operator: 'Exists',
      effect: 'NoSchedule',
    }),
  ),
]

/** Keeps one pod of each daemon set on every node that it wants. */
export const daemonSetController: Controller = {
  name: 'daemon-sets',
  concerns(change, api) {
    if (change.resource === STORAGE) return [`${change.object.metadata.namespace}/${change.object.metadata.name}`]
    if (change.resource === PODS) return ownerKeys(change, 'DaemonSet')
    if (change.resource !== '/nodes') return []
    return api.store.list(STORAGE).map(({ metadata }) => `${metadata.namespace}/${metadata.name}`)
  },
  reconcile(api, key) {
    const set = api.store.get(STORAGE, key)
    if (set === undefined || set.metadata.deletionTimestamp !== undefined) return undefined
    const spec = withTolerations(objectAt(set, 'spec', 'template', 'spec'))
    const hash = templateHash(set)
    const nodes = api.store
      .list('/nodes')
      .filter((node) => wantsNode(spec, node) && tolerates(spec, node, ['NoSchedule', 'NoExecute']))
    const wanted = new Set(nodes.map(({ metadata }) => metadata.name))
    const pods = ownedBy(api, PODS, set)
    const onNode = new Map(pods.map((pod) => [nodeOf(pod), pod]))
    for (const pod of pods.filter(isActive)) if (!wanted.has(nodeOf(pod))) remove(api, PODS, pod)
    replaceOld(api, pods, hash)
    for (const node of nodes)
      if (!onNode.has(node.metadata.name)) make(api, MANAGER, PODS, daemonPod(set, spec, node.metadata.name, hash))
    setStatus(api, MANAGER, STORAGE, set, statusOf(set, wanted, ownedBy(api, PODS, set), hash))
    return undefined
  },
}

const nodeOf = (pod: KubeObject): string => namedNode(objectAt(pod, 'spec')) ?? textAt(pod, 'spec', 'nodeName')

/** The name under which one state of a template is known. */
export function templateHash(owner: KubeObject): string {
  const text = JSON.stringify(objectAt(owner, 'spec', 'template'))
  return createHash('sha256').update(text).digest('hex').slice(0, 10)
}

/** One pod after the other is replaced when the template has changed, as a rolling update with one missing does. */
function replaceOld(api: Api, pods: readonly KubeObject[], hash: string): void {
  const isOld = (pod: KubeObject) => pod.metadata.labels?.[HASH] !== hash
  const old = pods.filter((pod) => isActive(pod) && isOld(pod))
  const unready = pods.filter((pod) => !isReady(pod))
  for (const pod of old.filter((each) => !isReady(each))) remove(api, PODS, pod)
  const [next] = old.filter(isReady)
  if (next !== undefined && unready.length === 0) remove(api, PODS, next)
}

function withTolerations(spec: JsonObject): JsonObject {
  const own = objectsAt(spec, 'tolerations')
  const network =
    spec.hostNetwork === true
      ? TOLERATIONS
      : TOLERATIONS.filter(({ key }) => key !== 'node.kubernetes.io/network-unavailable')
  return { ...spec, tolerations: [...own, ...network] }
}

function daemonPod(set: KubeObject, spec: JsonObject, node: string, hash: string): JsonObject {
  const { labels, annotations } = objectAt(set, 'spec', 'template', 'metadata')
  const values = { matchFields: [{ key: 'metadata.name', operator: 'In', values: [node] }] }
  const required = { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [values] } }
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: `${set.metadata.name}-${nameSuffix()}`,
      generateName: `${set.metadata.name}-`,
      namespace: set.metadata.namespace,
      labels: {
        ...objectAt({ labels }, 'labels'),
        [HASH]: hash,
        'pod-template-generation': String(set.metadata.generation ?? 1),
      },
      ...(annotations === undefined ? {} : { annotations }),
      ownerReferences: [ownership(set)],
    },
    spec: { ...spec, affinity: { nodeAffinity: required } },
  }
}

function statusOf(set: KubeObject, wanted: ReadonlySet<string>, pods: readonly KubeObject[], hash: string): JsonObject {
  const here = pods.filter((pod) => isActive(pod) && wanted.has(nodeOf(pod)))
  const ready = here.filter(isReady)
  const unavailable = wanted.size - ready.length
  return {
    currentNumberScheduled: here.length,
    desiredNumberScheduled: wanted.size,
    numberAvailable: ready.length,
    numberMisscheduled: 0,
    numberReady: ready.length,
    ...(unavailable > 0 ? { numberUnavailable: unavailable } : {}),
    observedGeneration: set.metadata.generation ?? 1,
    updatedNumberScheduled: here.filter(({ metadata }) => metadata.labels?.[HASH] === hash).length,
  }
}
