import { type Api, timestamp } from '../api.ts'
import { type JsonObject, listAt, objectAt, objectsAt, textAt } from '../json.ts'
import { freePodAddress } from '../nodes/pod-cidr.ts'
import type { KubeObject } from '../object.ts'
import type { Controller } from './controller.ts'
import { hasNetwork } from './nodes.ts'
import { PODS } from './pods.ts'
import { remove, setStatus, withConditions } from './write.ts'

const MANAGER = 'kubelet'

/** How long things take on a node, in milliseconds. */
const TIMES = { start: 2000, end: 1000, job: 10_000 }

/** Starts and ends the pods of nodes whose kubelets run. */
export const kubelets: Controller = {
  name: 'kubelets',
  concerns(change, api) {
    const { name, namespace } = change.object.metadata
    if (change.resource === PODS && change.type !== 'DELETED') return [`${namespace}/${name}`]
    // What waited for its node, or for the network of its node.
    if (change.resource !== '/nodes') return []
    return api.store
      .podsOn(name)
      .filter((pod) => !isSettled(pod))
      .map(({ metadata }) => `${metadata.namespace}/${metadata.name}`)
  },
  reconcile(api, key) {
    const pod = api.store.get(PODS, key)
    const node = textAt(pod, 'spec', 'nodeName')
    if (pod === undefined || api.state.kubelets[node]?.running !== true) return undefined
    return pod.metadata.deletionTimestamp === undefined ? advance(api, pod, node) : end(api, pod)
  },
}

const isSettled = (pod: KubeObject): boolean =>
  textAt(pod, 'status', 'phase') === 'Running' && pod.metadata.deletionTimestamp === undefined

function end(api: Api, pod: KubeObject): number | undefined {
  const { deletionTimestamp = '', deletionGracePeriodSeconds = 0 } = pod.metadata
  const asked = Date.parse(deletionTimestamp) - deletionGracePeriodSeconds * 1000
  const left = asked + Math.min(TIMES.end, deletionGracePeriodSeconds * 1000) - api.clock.now()
  if (left > 0) return left
  remove(api, PODS, pod, 0)
  return undefined
}

function advance(api: Api, pod: KubeObject, node: string): number | undefined {
  const status = objectAt(pod, 'status')
  const begun = Date.parse(textAt(status, 'startTime'))
  const now = api.clock.now()
  if (Number.isNaN(begun)) {
    setStatus(api, MANAGER, PODS, pod, pendingStatus(api, pod, node))
    return TIMES.start
  }
  const phase = textAt(status, 'phase')
  const endsByItself = textAt(pod, 'spec', 'restartPolicy') !== 'Always'
  if (phase === 'Pending') {
    if (objectAt(pod, 'spec').hostNetwork !== true && !hasNetwork(api, node)) return undefined
    if (begun + TIMES.start > now) return begun + TIMES.start - now
    const ips = podAddresses(api, pod, node)
    if (ips.length === 0) return undefined
    setStatus(api, MANAGER, PODS, pod, runningStatus(api, pod, ips))
    return endsByItself ? TIMES.job : undefined
  }
  if (phase !== 'Running' || !endsByItself) return undefined
  const since = Date.parse(textAt(objectsAt(status, 'containerStatuses')[0], 'state', 'running', 'startedAt'))
  if (since + TIMES.job > now) return since + TIMES.job - now
  setStatus(api, MANAGER, PODS, pod, endedStatus(api, pod))
  return undefined
}

function conditions(api: Api, pod: KubeObject, states: readonly (readonly [string, JsonObject])[]): JsonObject {
  const fresh = states.map(([type, state]) => ({ type, lastProbeTime: null, ...state }))
  return withConditions(objectAt(pod, 'status'), fresh, timestamp(api))
}

function pendingStatus(api: Api, pod: KubeObject, node: string): JsonObject {
  const names = objectsAt(pod, 'spec', 'containers').map((each) => textAt(each, 'name'))
  const message = `containers with unready status: [${names.join(' ')}]`
  const unready = { status: 'False', reason: 'ContainersNotReady', message }
  const status = conditions(api, pod, [
    ['PodReadyToStartContainers', { status: 'False' }],
    ['Initialized', { status: 'True' }],
    ['Ready', unready],
    ['ContainersReady', unready],
    ['PodScheduled', { status: 'True', reason: undefined, message: undefined }],
  ])
  return {
    ...status,
    phase: 'Pending',
    hostIP: nodeAddresses(api, node)[0],
    hostIPs: nodeAddresses(api, node).map((ip) => ({ ip })),
    startTime: timestamp(api),
    containerStatuses: containerStatuses(pod, () => ({
      ready: false,
      started: false,
      state: { waiting: { reason: 'ContainerCreating' } },
    })),
  }
}

function runningStatus(api: Api, pod: KubeObject, ips: readonly string[]): JsonObject {
  const well = { status: 'True', reason: undefined, message: undefined }
  const status = conditions(api, pod, [
    ['PodReadyToStartContainers', { status: 'True' }],
    ['Ready', well],
    ['ContainersReady', well],
  ])
  const time = timestamp(api)
  return {
    ...status,
    phase: 'Running',
    podIP: ips[0],
    podIPs: ips.map((ip) => ({ ip })),
    containerStatuses: containerStatuses(pod, () => ({
      ready: true,
      started: true,
      state: { running: { startedAt: time } },
    })),
  }
}

function endedStatus(api: Api, pod: KubeObject): JsonObject {
  const over = { status: 'False', reason: 'PodCompleted' }
  const status = conditions(api, pod, [
    ['Ready', over],
    ['ContainersReady', over],
  ])
  const time = timestamp(api)
  const ended = { exitCode: 0, reason: 'Completed', startedAt: textAt(status, 'startTime'), finishedAt: time }
  return {
    ...status,
    phase: 'Succeeded',
    containerStatuses: containerStatuses(pod, () => ({ ready: false, started: false, state: { terminated: ended } })),
  }
}

function containerStatuses(pod: KubeObject, state: () => JsonObject): readonly JsonObject[] {
  return objectsAt(pod, 'spec', 'containers').map((container) => {
    const image = textAt(container, 'image')
    return { name: textAt(container, 'name'), image, imageID: image, lastState: {}, restartCount: 0, ...state() }
  })
}

const nodeAddresses = ({ store }: Api, node: string): readonly string[] =>
  objectsAt(store.get('/nodes', node), 'status', 'addresses')
    .filter(({ type }) => type === 'InternalIP')
    .map((each) => textAt(each, 'address'))

/** The addresses of a pod: those of its node, or a free one in each share of the pod networks that its node has. */
function podAddresses(api: Api, pod: KubeObject, node: string): readonly string[] {
  if (objectAt(pod, 'spec').hostNetwork === true) return nodeAddresses(api, node)
  const shares = listAt(api.store.get('/nodes', node), 'spec', 'podCIDRs').map(String)
  const held = api.store.podsOn(node).flatMap((each) => objectsAt(each, 'status', 'podIPs'))
  const taken = new Set(held.map((each) => textAt(each, 'ip')))
  return shares.flatMap((share) => freePodAddress(share, taken) ?? [])
}
