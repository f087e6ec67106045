import { objectAt } from '../kubernetes/json.ts'
import type { KubeObject } from '../kubernetes/object.ts'
import { machineConfig } from './config/machine-config.ts'
import { runningMembership } from './etcd/cluster.ts'
import { reachableApi } from './kubernetes/clusters.ts'
import { isReady, ownNode } from './kubernetes/own-node.ts'
import type { Node } from './node.ts'

/** A cluster as its health is looked at. */
export interface ClusterView {
  /** Addresses of all machines. */
  readonly all: readonly string[]
  readonly controlPlanes: readonly string[]
  readonly nodeAt: (address: string) => Node | undefined
}

/** Something that holds for a healthy cluster; what is missing is told, or that it does not matter. */
interface Check {
  readonly name: string
  readonly look: (view: ClusterView) => string
}

const OK = 'OK'

/** Holds when it holds on every machine. */
function onEach(
  addresses: readonly string[],
  { nodeAt }: ClusterView,
  trouble: (node: Node) => string | undefined,
): string {
  for (const address of addresses) {
    const node = nodeAt(address)
    const found = node === undefined ? 'no route to host' : trouble(node)
    if (found !== undefined) return `${address}: ${found}`
  }
  return OK
}

function serviceTrouble({ state }: Node, id: string): string | undefined {
  const service = state.services[id]
  if (service?.state !== 'Running')
    return `service "${id}" not in expected state "Running": current state [${service?.state ?? 'Unknown'}]`
  return service.health.healthy === true ? undefined : `service is not healthy: ${id}`
}

const MIB = 1024 ** 2
/** What firmware and kernel take of the memory without being asked. */
const TOLERANCE = 150 * MIB
const LEAST_DISK = 6 * 1024 * MIB

function memoryTrouble(node: Node): string | undefined {
  const least = (machineConfig(node)?.type === 'controlplane' ? 1848 : 1024) * MIB - TOLERANCE
  return node.state.hardware.memoryBytes < least ? 'memory size is below the minimum' : undefined
}

function diskTrouble({ state }: Node): string | undefined {
  const disk = state.hardware.disks.find(({ key }) => key === state.systemDrive)
  return disk !== undefined && disk.sizeBytes < LEAST_DISK ? 'disk size is below the minimum' : undefined
}

const membersOf = (node: Node): string =>
  (runningMembership(node)?.cluster.members ?? []).map(({ id, isLearner }) => `${id} ${isLearner}`).join(',')

const isRegistered = ({ state }: Node): boolean => state.kubernetes.isRegistered

const podsTrouble = ({ state }: Node, phases: readonly string[]): string | undefined =>
  Object.entries(state.kubernetes.pods).find(([, phase]) => !phases.includes(phase))?.[0]

/** The checks of Talos, in its order and words. */
export const CHECKS: readonly Check[] = [
  {
    name: 'etcd to be healthy',
    look: (view) => onEach(view.controlPlanes, view, (node) => serviceTrouble(node, 'etcd')),
  },
  {
    name: 'etcd members to be consistent across nodes',
    look(view) {
      const lists = new Set(view.controlPlanes.flatMap((address) => view.nodeAt(address) ?? []).map(membersOf))
      return lists.size <= 1 ? OK : 'etcd member lists differ'
    },
  },
  {
    name: 'etcd members to be control plane nodes',
    look(view) {
      const [first] = view.controlPlanes.flatMap((address) => view.nodeAt(address) ?? [])
      const members = first === undefined ? [] : (runningMembership(first)?.cluster.members ?? [])
      const stranger = members.find(({ address }) => !view.controlPlanes.includes(address))
      return stranger === undefined
        ? OK
        : `etcd member ips ["${stranger.address}"] are not subset of control plane node ips`
    },
  },
  {
    name: 'apid to be ready',
    look: (view) => onEach(view.all, view, (node) => serviceTrouble(node, 'apid')),
  },
  { name: 'all nodes memory sizes', look: (view) => onEach(view.all, view, memoryTrouble) },
  { name: 'all nodes disk sizes', look: (view) => onEach(view.all, view, diskTrouble) },
  { name: 'no diagnostics', look: () => OK },
  {
    name: 'kubelet to be healthy',
    look: (view) => onEach(view.controlPlanes, view, (node) => serviceTrouble(node, 'kubelet')),
  },
  {
    name: 'all nodes to finish boot sequence',
    look: (view) =>
      onEach(view.all, view, ({ state }) => (state.stage === 'running' ? undefined : `stage is ${state.stage}`)),
  },
  {
    name: 'all k8s nodes to report',
    look(view) {
      const missing = view.all.find((address) => {
        const node = view.nodeAt(address)
        return node === undefined || !isRegistered(node)
      })
      return missing === undefined ? OK : `can't find expected node with IPs [${JSON.stringify(missing)}]`
    },
  },
  {
    name: 'all control plane static pods to be running',
    look: (view) => onEach(view.controlPlanes, view, (node) => podsTrouble(node, ['running', 'ready'])),
  },
  {
    name: 'all control plane components to be ready',
    look: (view) => onEach(view.controlPlanes, view, (node) => podsTrouble(node, ['ready'])),
  },
  {
    name: 'all k8s nodes to report ready',
    look: (view) =>
      onEach(view.all, view, (node) => {
        const known = ownNode(node)
        if (known !== undefined && isReady(known)) return undefined
        return `some nodes are not ready: [${node.state.network.hostname}]`
      }),
  },
  { name: 'kube-proxy to report ready', look: (view) => workload(view, 'apps/daemonsets', 'kube-system/kube-proxy') },
  { name: 'coredns to report ready', look: (view) => workload(view, 'apps/deployments', 'kube-system/coredns') },
  {
    name: 'all k8s nodes to report schedulable',
    look: (view) =>
      onEach(view.all, view, (node) =>
        objectAt(ownNode(node), 'spec').unschedulable === true ? 'some nodes are not schedulable' : undefined,
      ),
  },
]

/** A workload has the pods that it wants; one that does not exist does not matter. */
function workload(view: ClusterView, storage: string, key: string): string {
  const [first] = view.controlPlanes.flatMap((address) => view.nodeAt(address) ?? [])
  const object = first === undefined ? undefined : reachableApi(first)?.store.get(storage, key)
  return object === undefined ? 'SKIP' : (workloadTrouble(object, key) ?? OK)
}

/** What is missing of a workload; nothing when all its pods are ready. */
export function workloadTrouble(object: KubeObject, key: string): string | undefined {
  const { desiredNumberScheduled, numberReady, readyReplicas } = objectAt(object, 'status')
  const wanted = Number(desiredNumberScheduled ?? objectAt(object, 'spec').replicas ?? 0)
  const ready = Number(numberReady ?? readyReplicas ?? 0)
  return ready >= wanted ? undefined : `no ready pods found for ${key}: ${ready} of ${wanted}`
}
