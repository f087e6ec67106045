import { UserError } from '../../user-error.ts'
import type { TalosNode } from '../api/node.ts'
import { nodename, nodeStatus, staticPods } from '../cosi/kinds.ts'
import { getResource, getSingle, listResources } from '../cosi/read.ts'
import { askAll } from './ask-all.ts'
import { type Condition, everyone, type HealthView, OK, type Outcome, skipped, waiting } from './condition.ts'

const MINUTE = 60_000
const COMPONENTS = ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler']
const NO_NETWORK = 'the cluster comes without a network'

/** A machine's own Kubernetes node, as the machine itself sees it. */
async function ownNode(node: TalosNode) {
  const name = await getSingle(node, nodename)
  return name === undefined ? undefined : (await getResource(node, nodeStatus, name.nodename))?.spec
}

/** Every machine is a Kubernetes node. */
const reported: Condition = {
  name: 'nodes-reported',
  sentence: 'all machines are Kubernetes nodes',
  otherwise: 'not all machines are Kubernetes nodes',
  timeoutMs: 10 * MINUTE,
  check: (cluster) =>
    askAll(everyone(cluster), async (node) => ((await ownNode(node)) === undefined ? 'is not a node yet' : undefined)),
}

/** The pods of the control plane run. */
const running: Condition = {
  name: 'control-plane-running',
  sentence: 'the pods of all control planes run',
  otherwise: 'not all pods of the control planes run',
  timeoutMs: 10 * MINUTE,
  check: ({ controlPlanes }) => askAll(controlPlanes, (node) => podTrouble(node, (pod) => pod.phase === 'Running')),
}

/** The pods of a control plane that are not ready yet, by those that its machine sees; nothing when all are. */
export const unreadyPods = (pods: Pods): string | undefined => podsWithout(pods, isReady)

const isReady = ({ conditions }: Pod): boolean =>
  conditions.some(({ type, status }) => type === 'Ready' && status === 'True')

/** The pods of the control plane are ready; a machine counts as booted before that. */
const ready: Condition = {
  name: 'control-plane-ready',
  sentence: 'the pods of all control planes are ready',
  otherwise: 'not all pods of the control planes are ready',
  timeoutMs: 10 * MINUTE,
  check: ({ controlPlanes }) => askAll(controlPlanes, (node) => podTrouble(node, isReady)),
}

/** Every Kubernetes node is ready. */
const nodesReady: Condition = {
  name: 'nodes-ready',
  sentence: 'all Kubernetes nodes are ready',
  otherwise: 'not all Kubernetes nodes are ready',
  timeoutMs: 10 * MINUTE,
  check: async (cluster) => {
    if (!cluster.hasNetwork) return skipped(NO_NETWORK)
    return askAll(everyone(cluster), async (node) => ((await ownNode(node))?.nodeReady ? undefined : 'is not ready'))
  },
}

/** kube-proxy runs on every node. */
const proxy: Condition = {
  name: 'kube-proxy',
  sentence: 'kube-proxy is ready',
  otherwise: 'kube-proxy is not ready',
  timeoutMs: 5 * MINUTE,
  check: (cluster) => workload(cluster, 'DaemonSet', 'kube-proxy'),
}

/** Cluster DNS answers. */
const dns: Condition = {
  name: 'coredns',
  sentence: 'CoreDNS is ready',
  otherwise: 'CoreDNS is not ready',
  timeoutMs: 5 * MINUTE,
  check: async (cluster) => (cluster.hasNetwork ? workload(cluster, 'Deployment', 'coredns') : skipped(NO_NETWORK)),
}

/** Nobody has set a node aside. */
const schedulable: Condition = {
  name: 'nodes-schedulable',
  sentence: 'all Kubernetes nodes take pods',
  otherwise: 'not all Kubernetes nodes take pods',
  timeoutMs: 5 * MINUTE,
  check: (cluster) =>
    askAll(everyone(cluster), async (node) => ((await ownNode(node))?.unschedulable ? 'is cordoned' : undefined)),
}

/** What every cluster runs inside of Kubernetes. */
export const WORKLOAD_CONDITIONS: readonly Condition[] = [proxy, dns]

/** The conditions about Kubernetes, in order. */
export const KUBERNETES_CONDITIONS: readonly Condition[] = [
  reported,
  running,
  ready,
  nodesReady,
  ...WORKLOAD_CONDITIONS,
  schedulable,
]

interface Pod {
  readonly phase: string
  readonly conditions: readonly { readonly type: string; readonly status: string }[]
}

/** Static pods by their ids. */
type Pods = ReadonlyMap<string, Pod>

async function podTrouble(node: TalosNode, holds: (pod: Pod) => boolean): Promise<string | undefined> {
  const pods = await listResources(node, staticPods)
  return podsWithout(new Map(pods.map(({ id, spec }) => [id, spec])), holds)
}

function podsWithout(pods: Pods, holds: (pod: Pod) => boolean): string | undefined {
  const found = [...pods]
  const missing = COMPONENTS.filter((name) => !found.some(([id, pod]) => id.includes(`/${name}-`) && holds(pod)))
  return missing.length === 0 ? undefined : `${missing.join(', ')} not yet`
}

async function workload(
  { workloads }: HealthView,
  kind: Parameters<NonNullable<HealthView['workloads']>>[0],
  name: string,
): Promise<Outcome> {
  if (workloads === undefined) return skipped('the Kubernetes API is not asked here')
  try {
    const found = await workloads(kind, 'kube-system', name)
    if (found === undefined) return skipped(`the cluster has no ${name}`)
    return found.ready >= found.desired ? OK : waiting(`${found.ready} of ${found.desired} pods of ${name} are ready`)
  } catch (error) {
    if (error instanceof UserError) return waiting(error.message)
    throw error
  }
}
