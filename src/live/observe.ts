import type { ProxmoxClient } from '../proxmox/client/client.ts'
import { addressInConfig } from '../proxmox/hardware/address-in-config.ts'
import { type Ask, observeProxmox } from '../proxmox/observe/observe.ts'
import type { ObservedProxmox, ObservedVm } from '../proxmox/observe/observed.ts'
import type { Desired, Machine } from '../resolve/desired.ts'
import type { Document } from '../talos/document/value.ts'
import { mapBounded } from './bounded.ts'
import { nodeNameOf, roleOf } from './leaving.ts'
import type { ConfiguredNode, EtcdLive, KubernetesAnswers, KubernetesLive, NodeLive } from './live.ts'
import { addressOf } from './node-address.ts'
import { observeEtcd } from './observe-etcd.ts'
import { observeNode } from './observe-node.ts'
import type { TalosAccess } from './talos-access.ts'

/** Machines that are asked at the same time. */
const AT_ONCE = 32

/** What is looked at only for some purposes. */
export type Look = Pick<Ask, 'poolComments' | 'begun'>

/** Looks at Proxmox for a cluster; what is needed only to make machines is asked for only while one is missing. */
export async function observeCluster(
  client: ProxmoxClient,
  desired: Desired,
  look: Look = {},
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
    return reachable(machine.name, machine.role, vm, addressOf(machine, vm))
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

/** What Talos says, machine by machine, and what etcd says. */
export async function observeTalos(
  talos: TalosAccess,
  machines: readonly Reachable[],
  configs: ReadonlyMap<string, readonly Document[]>,
  mask: (text: string) => string,
): Promise<{ readonly nodes: Readonly<Record<string, NodeLive>>; readonly etcd: EtcdLive }> {
  const states = await mapBounded(machines, AT_ONCE, async (machine) => ({
    machine,
    state: await talos.probe(machine.address),
  }))
  const ours = states.filter(({ state }) => state.kind === 'ours')
  const endpoints = ours.filter(({ machine }) => machine.role === 'controlplane').map(({ machine }) => machine.address)
  const node = (address: string) => talos.cluster(endpoints.length === 0 ? [address] : endpoints).node(address)
  const found = await mapBounded(states, AT_ONCE, async ({ machine, state }) => {
    const { name, address, role } = machine
    const question = { address, isControlPlane: role === 'controlplane', wanted: configs.get(name), mask }
    return { machine, live: await observeNode(state, question, node) }
  })
  const controlPlanes = found
    .filter(({ machine }) => machine.role === 'controlplane')
    .map(({ machine, live }) => ({ name: machine.name, live }))
  const nodes = Object.fromEntries(found.map(({ machine, live }) => [machine.name, live]))
  return { nodes, etcd: await observeEtcd(controlPlanes, node) }
}

/** What Kubernetes says; an API that does not answer is a value. */
export async function observeKubernetes(
  nodes: Readonly<Record<string, NodeLive>>,
  ask: () => Promise<Omit<KubernetesAnswers, 'kind'> | { readonly unreachable: string }>,
): Promise<KubernetesLive> {
  const isServed = Object.values(nodes).some(
    (node): node is ConfiguredNode => node.kind === 'configured' && node.etcd === 'Running',
  )
  if (!isServed) return { kind: 'absent' }
  const answer = await ask()
  if ('unreachable' in answer) return { kind: 'unreachable', reason: answer.unreachable }
  return { kind: 'answers', ...answer, nodes: [...answer.nodes].sort((a, b) => (a.name < b.name ? -1 : 1)) }
}
