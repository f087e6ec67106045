import { createHash } from 'node:crypto'
import { type Api, microTimestamp, newUid, timestamp } from '../api.ts'
import { updateFields } from '../fields/managers.ts'
import { type JsonObject, numberAt, objectAt, objectsAt, textAt } from '../json.ts'
import { type KubeObject, type Metadata, withMetadata } from '../object.ts'

/** Where leases are kept. */
export const LEASES = 'coordination.k8s.io/leases'

const VERSION = 'coordination.k8s.io/v1'
const NODE_LEASES = 'kube-node-lease'
const SYSTEM = 'kube-system'

/** How long leases last and how often they are renewed, in milliseconds. */
const TIMES = {
  node: { lasts: 40_000, every: 10_000 },
  leader: { lasts: 15_000, every: 2000 },
  server: { lasts: 3_600_000, every: 10_000 },
}
const ELECTED = ['kube-controller-manager', 'kube-scheduler']

/**
 * Brings leases up to date, as their holders have renewed them since somebody looked last: whoever reads cannot tell it from
 * renewals by the clock, and a thousand nodes that nobody looks at cost nothing.
 */
export function renewLeases(api: Api, namespace?: string, name?: string): void {
  if (namespace === undefined || namespace === NODE_LEASES) {
    const nodes = name === undefined ? Object.keys(api.state.kubelets) : [name]
    for (const node of nodes) renewNodeLease(api, node)
  }
  if (namespace !== undefined && namespace !== SYSTEM) return
  for (const component of ELECTED) elect(api, component)
  for (const node of running(api, 'kube-apiserver')) renewServerLease(api, node)
}

/** Brings the leases up to date that a node holds, before it goes. */
export function renewLeasesOf(api: Api, node: string): void {
  renewNodeLease(api, node)
  if (api.store.podsOn(node).some(({ metadata }) => metadata.labels?.tier === 'control-plane')) renewLeases(api, SYSTEM)
}

/** Renews leases by the clock for as long as somebody watches them; the result ends it. */
export function keepRenewing(api: Api, namespace?: string): () => void {
  let cancel: () => void = () => undefined
  const again = () => {
    cancel = api.clock.after(TIMES[namespace === NODE_LEASES ? 'node' : 'leader'].every, () => {
      renewLeases(api, namespace)
      again()
    })
  }
  again()
  return () => cancel()
}

/** The lease by which a kubelet shows that it lives, made when its node is. */
export function makeNodeLease(api: Api, name: string): void {
  const { store, clock } = api
  if (store.get(LEASES, `${NODE_LEASES}/${name}`) !== undefined) return
  if (store.get('/namespaces', NODE_LEASES) === undefined) return
  const uid = store.get('/nodes', name)?.metadata.uid ?? ''
  const spec = {
    holderIdentity: name,
    leaseDurationSeconds: TIMES.node.lasts / 1000,
    renewTime: microTimestamp(clock.now()),
  }
  const ownerReferences = [{ apiVersion: 'v1', kind: 'Node', name, uid }]
  begin(api, 'kubelet', NODE_LEASES, name, spec, clock.now(), { ownerReferences })
}

function renewNodeLease(api: Api, name: string): void {
  const kubelet = api.state.kubelets[name]
  if (kubelet?.running !== true) return
  const lease = api.store.get(LEASES, `${NODE_LEASES}/${name}`)
  if (lease !== undefined) renew(api, lease, lastBeat(kubelet.since, TIMES.node.every, api.clock.now()))
}

/** The nodes on which a pod of the control plane runs. */
const running = ({ store, state }: Api, component: string): readonly string[] =>
  store
    .list('/pods', SYSTEM)
    .filter(
      ({ metadata, ...pod }) =>
        metadata.labels?.component === component && textAt(pod, 'status', 'phase') === 'Running',
    )
    .map((pod) => textAt(pod, 'spec', 'nodeName'))
    .filter((node) => state.kubelets[node]?.running === true)

/** Since when a pod of the control plane runs on a node. */
function startOf({ store, clock }: Api, component: string, node: string): number {
  const [container] = objectsAt(store.get('/pods', `${SYSTEM}/${component}-${node}`), 'status', 'containerStatuses')
  return Date.parse(textAt(container, 'state', 'running', 'startedAt')) || clock.now()
}

const holderOf = (lease: KubeObject): string => textAt(lease, 'spec', 'holderIdentity').split('_')[0] ?? ''

/** Who leads goes on leading; once its lease has run out, another of those that run takes it over. */
function elect(api: Api, component: string): void {
  const { store, clock } = api
  const candidates = running(api, component)
  const lease = store.get(LEASES, `${SYSTEM}/${component}`)
  const [next] = candidates
  if (lease === undefined) {
    if (next === undefined) return
    const since = startOf(api, component, next)
    begin(api, component, SYSTEM, component, leading(next, since, 0), since)
    elect(api, component)
    return
  }
  const renewed = Date.parse(textAt(lease, 'spec', 'renewTime'))
  if (candidates.includes(holderOf(lease))) {
    const since = Date.parse(textAt(lease, 'spec', 'acquireTime'))
    renew(api, lease, lastBeat(since, TIMES.leader.every, clock.now()))
    return
  }
  if (next === undefined || renewed + TIMES.leader.lasts > clock.now()) return
  const transitions = (numberAt(lease, 'spec', 'leaseTransitions') ?? 0) + 1
  put(api, lease, leading(next, clock.now(), transitions))
}

const leading = (node: string, now: number, leaseTransitions: number): JsonObject => ({
  acquireTime: microTimestamp(now),
  holderIdentity: `${node}_${newUid()}`,
  leaseDurationSeconds: TIMES.leader.lasts / 1000,
  leaseTransitions,
  renewTime: microTimestamp(now),
})

/** Each API server tells the others of itself. */
function renewServerLease(api: Api, node: string): void {
  const id = `apiserver-${createHash('sha256').update(node).digest('hex').slice(0, 26)}`
  const since = api.state.kubelets[node]?.since ?? 0
  const lease = api.store.get(LEASES, `${SYSTEM}/${id}`)
  const time = lastBeat(since, TIMES.server.every, api.clock.now())
  if (lease !== undefined) {
    renew(api, lease, time)
    return
  }
  const labels = { 'apiserver.kubernetes.io/identity': 'kube-apiserver', 'kubernetes.io/hostname': node }
  const spec = {
    holderIdentity: `${id}_${newUid()}`,
    leaseDurationSeconds: TIMES.server.lasts / 1000,
    renewTime: microTimestamp(time),
  }
  begin(api, 'kube-apiserver', SYSTEM, id, spec, since, { labels })
}

const lastBeat = (since: number, every: number, now: number): number =>
  since + Math.floor(Math.max(0, now - since) / every) * every

function begin(
  api: Api,
  manager: string,
  namespace: string,
  name: string,
  spec: JsonObject,
  since: number,
  more: Partial<Metadata> = {},
): void {
  const creationTimestamp = timestamp(api, since - api.clock.now())
  const metadata = { name, namespace, uid: newUid(), resourceVersion: '', creationTimestamp, ...more }
  const lease: KubeObject = { apiVersion: VERSION, kind: 'Lease', metadata, spec }
  const writer = { manager, apiVersion: VERSION, time: timestamp(api) }
  const managedFields = updateFields(undefined, lease, api.registry.stored(LEASES).type, writer)
  api.store.put(LEASES, withMetadata(lease, { managedFields }))
}

function renew(api: Api, lease: KubeObject, time: number): void {
  const renewTime = microTimestamp(time)
  if (textAt(lease, 'spec', 'renewTime') < renewTime) put(api, lease, { ...objectAt(lease, 'spec'), renewTime })
}

/** Keeps a lease as its holder writes it; who owns which field stays, only the time of writing changes. */
function put(api: Api, lease: KubeObject, spec: JsonObject): void {
  const time = timestamp(api)
  const managedFields = (lease.metadata.managedFields ?? []).map((each) => ({ ...each, time }))
  api.store.put(LEASES, withMetadata({ ...lease, spec }, { managedFields }))
}
