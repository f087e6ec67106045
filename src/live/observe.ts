import type { ProxmoxClient } from '../proxmox/client/client.ts'
import { addressInConfig } from '../proxmox/hardware/address-in-config.ts'
import { type Ask, observeProxmox } from '../proxmox/observe/observe.ts'
import type { ObservedProxmox, ObservedVm } from '../proxmox/observe/observed.ts'
import type { Desired, Machine } from '../resolve/desired.ts'
import type { TalosNode } from '../talos/api/node.ts'
import { fetchVersion } from '../talos/api/version.ts'
import type { Document } from '../talos/document/value.ts'
import { UserError } from '../user-error.ts'
import { mapBounded } from './bounded.ts'
import { nodeNameOf, roleOf } from './leaving.ts'
import type { EtcdLive, KubernetesAnswers, KubernetesLive, NodeLive } from './live.ts'
import { addressOf } from './node-address.ts'
import { observeEtcd } from './observe-etcd.ts'
import { observeNode, type SeenNode } from './observe-node.ts'
import type { TalosAccess } from './talos-access.ts'

/** Machines that are asked at the same time. */
const AT_ONCE = 32

/** What is looked at only for some purposes. */
export interface Look extends Pick<Ask, 'poolComments' | 'begun'> {
  /** The images on all storages, and who needs them. */
  readonly inventory?: boolean
  /** What stands where machines are to be made, which takes a question for each of them. */
  readonly obstacles?: boolean
  /** Nothing is asked of machines and of Kubernetes, whatever they would say. */
  readonly onlyProxmox?: boolean
}

/** Looks at Proxmox for a cluster; what is needed only to make machines is asked for only while one is missing. */
export async function observeCluster(
  client: ProxmoxClient,
  desired: Desired,
  look: Omit<Look, 'inventory' | 'obstacles' | 'onlyProxmox'> = {},
): Promise<ObservedProxmox> {
  const roster = { cluster: desired.name, machines: desired.machines }
  const isLearnt = desired.machines.some(({ nics }) => nics[0].addresses.length === 0)
  const needsDevices = desired.machines.some(({ vm }) => vm.pci.some(({ mapping }) => mapping !== undefined))
  const ask: Ask = {
    ...roster,
    ...(isLearnt ? { addresses: true } : {}),
    ...(needsDevices ? { mappings: true } : {}),
    ...look,
  }
  return await observeProxmox(client, ask)
}

/** A machine of the cluster that runs, whether the file still has it or not. */
export interface Reachable {
  readonly name: string
  readonly role: Machine['role']
  readonly address: string
}

/** The machines that Talos may answer on: those of the file, and those that have left it. */
export function reachableMachines(desired: Desired, { vms }: ObservedProxmox): readonly Reachable[] {
  const byVmid = new Map(vms.map((vm) => [vm.vmid, vm]))
  const inFile = desired.machines.flatMap((machine) => {
    const vm = byVmid.get(machine.vmid)
    return reachable(machine.name, machine.role, vm, addressOf(machine, vm, desired.network))
  })
  const known = new Set(desired.machines.map(({ vmid }) => vmid))
  const leaving = vms.flatMap((vm) => {
    if (known.has(vm.vmid) || vm.template) return []
    return reachable(nodeNameOf(vm), roleOf(vm), vm, addressOfLeaving(vm))
  })
  return [...inFile, ...leaving]
}

function reachable(
  name: string,
  role: Machine['role'],
  vm: ObservedVm | undefined,
  address: string | undefined,
): readonly Reachable[] {
  return vm?.power === 'running' && address !== undefined ? [{ name, role, address }] : []
}

/** The address that a machine which left the file was given: nobody else remembers it. */
const addressOfLeaving = ({ config, addresses }: ObservedVm): string | undefined =>
  addressInConfig(config) ?? Object.values(addresses ?? {}).flat()[0]

/** What Talos says, machine by machine, and what etcd says; what control planes say is told before, for who needs no more. */
export async function observeTalos<T>(
  talos: TalosAccess,
  machines: readonly Reachable[],
  configs: ReadonlyMap<string, readonly Document[]>,
  mask: (text: string) => string,
  beside: (controlPlanes: readonly SeenNode[]) => Promise<T>,
): Promise<TalosSeen & { readonly beside: T }> {
  const isControlPlane = ({ role }: Reachable) => role === 'controlplane'
  const identified = (some: readonly Reachable[]) =>
    mapBounded(some, AT_ONCE, async (machine) => ({ ...machine, state: await talos.identify(machine.address) }))
  const look = (some: Awaited<ReturnType<typeof identified>>, through: (address: string) => TalosNode) =>
    mapBounded(some, AT_ONCE, async ({ state, ...machine }) => {
      const { name, address } = machine
      const question = { address, isControlPlane: isControlPlane(machine), wanted: configs.get(name), mask }
      return { name, live: await observeNode(state, question, through) }
    })
  const directly = (address: string) => talos.cluster([address]).node(address)
  const [controlPlanes, others] = await Promise.all([
    identified(machines.filter(isControlPlane)).then((found) => look(found, directly)),
    identified(machines.filter((machine) => !isControlPlane(machine))),
  ])
  // Only those that answer pass calls on.
  const endpoints = controlPlanes.flatMap(({ live }) => (live.kind === 'configured' ? [live.address] : []))
  const node = (address: string) => talos.cluster(endpoints.length === 0 ? [address] : endpoints).node(address)
  const [workers, etcd, other] = await Promise.all([
    look(others, node),
    observeEtcd(controlPlanes, node),
    beside(controlPlanes.map(({ live }) => live)),
  ])
  const nodes = Object.fromEntries([...controlPlanes, ...workers].map(({ name, live }) => [name, live]))
  return { nodes, etcd, node, beside: other }
}

/** What the machines of a cluster say, and how to ask more of them. */
export interface TalosSeen {
  readonly nodes: Readonly<Record<string, SeenNode>>
  readonly etcd: EtcdLive
  readonly node: (address: string) => TalosNode
}

/** Which Talos machines run: Kubernetes tells it of all nodes that are ready, and each of the others tells it itself. */
export async function withVersions(
  { nodes, node }: TalosSeen,
  kubernetes: KubernetesLive,
): Promise<Readonly<Record<string, NodeLive>>> {
  const told = new Map(kubernetes.kind === 'answers' ? kubernetes.nodes.map((one) => [one.name, one]) : [])
  const complete = async (name: string, seen: SeenNode): Promise<NodeLive> => {
    if (seen.kind !== 'configured') return seen
    const known = told.get(name)
    // A machine that has just booted may run another one than the kubelet has told of.
    if (seen.ready && known?.ready === true && known.talos !== undefined) return { ...seen, version: known.talos }
    try {
      return { ...seen, version: (await fetchVersion(node(seen.address))).tag }
    } catch (error) {
      if (error instanceof UserError) return { kind: 'unreachable', address: seen.address, reason: error.message }
      throw error
    }
  }
  const entries = Object.entries(nodes)
  return Object.fromEntries(
    await mapBounded(entries, AT_ONCE, async ([name, seen]) => [name, await complete(name, seen)] as const),
  )
}

/** What Kubernetes says; an API that does not answer is a value. */
export async function observeKubernetes(
  controlPlanes: readonly SeenNode[],
  ask: () => Promise<Omit<KubernetesAnswers, 'kind'> | { readonly unreachable: string }>,
): Promise<KubernetesLive> {
  const isServed = controlPlanes.some((node) => node.kind === 'configured' && node.etcd === 'Running')
  if (!isServed) return { kind: 'absent' }
  const answer = await ask()
  if ('unreachable' in answer) return { kind: 'unreachable', reason: answer.unreachable }
  return { kind: 'answers', ...answer, nodes: [...answer.nodes].sort((a, b) => (a.name < b.name ? -1 : 1)) }
}
