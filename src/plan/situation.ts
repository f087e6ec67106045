import type { EtcdMemberLive, KubernetesNodeLive, Live, NodeLive } from '../live/live.ts'
import { difference } from '../proxmox/hardware/difference.ts'
import type { HardwareDifference } from '../proxmox/hardware/hardware-difference.ts'
import { wantedVm } from '../proxmox/hardware/wanted-vm.ts'
import type { ObservedVm } from '../proxmox/observe/observed.ts'
import type { Desired, Machine } from '../resolve/desired.ts'

/** How far a machine has come. */
export type Progress =
  | 'absent'
  /** Its making was cut off. */
  | 'unfinished'
  /** Its host does not answer, so nothing is known of it and nothing is done to it. */
  | 'host-down'
  | 'stopped'
  /** Runs, and does not answer yet. */
  | 'booting'
  | 'maintenance'
  | 'configured'
  /** Runs a Talos of another cluster. */
  | 'foreign'

/** A machine of the file beside what is there of it. */
export interface MachineSituation {
  readonly machine: Machine
  readonly progress: Progress
  readonly vm: ObservedVm | undefined
  readonly node: NodeLive
  readonly kubernetes: KubernetesNodeLive | undefined
  readonly member: EtcdMemberLive | undefined
  /** How its hardware differs from the file; absent where there is nothing whole to compare. */
  readonly hardware: HardwareDifference | undefined
}

/** A machine that is ours and no longer in the file. */
export interface LeavingSituation {
  readonly name: string
  readonly vm: ObservedVm
  readonly node: NodeLive
  readonly role: 'controlplane' | 'worker'
  readonly kubernetes: KubernetesNodeLive | undefined
  readonly member: EtcdMemberLive | undefined
}

/** The file beside the world: what every step of planning looks at. */
export interface Situation {
  readonly desired: Desired
  readonly live: Live
  /** In the order of the file, control planes first. */
  readonly machines: readonly MachineSituation[]
  readonly controlPlanes: readonly MachineSituation[]
  /** Sorted by name; control planes last, so that a cluster shrinks from its workers. */
  readonly leaving: readonly LeavingSituation[]
}

const SILENT: NodeLive = { kind: 'silent' }

/** Puts the file beside the world. */
export function situationOf(desired: Desired, live: Live): Situation {
  const nodes = live.kubernetes.kind === 'answers' ? live.kubernetes.nodes : []
  const about = (name: string) => ({
    node: live.nodes[name] ?? SILENT,
    kubernetes: nodes.find((node) => node.name === name),
    member: live.etcd.members.find((member) => member.name === name),
  })
  const byVmid = new Map(live.proxmox.vms.map((vm) => [vm.vmid, vm]))
  const unread = new Set(live.proxmox.unread.map(({ vmid }) => vmid))
  const machines = desired.machines.map((machine): MachineSituation => {
    const vm = byVmid.get(machine.vmid)
    const known = about(machine.name)
    const progress = progressOf(vm, unread.has(machine.vmid), known.node)
    return { machine, vm, progress, ...known, hardware: hardwareOf(desired, live, machine, vm, progress) }
  })
  const wanted = new Set(desired.machines.map(({ vmid }) => vmid))
  const leaving = live.proxmox.vms
    .filter(({ vmid, template }) => !wanted.has(vmid) && !template)
    .map((vm) => ({ name: vm.name, vm, role: roleOf(vm), ...about(vm.name) }))
    .sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1))
  const controlPlanes = machines.filter(({ machine }) => machine.role === 'controlplane')
  return { desired, live, machines, controlPlanes, leaving }
}

/**
 * A member of etcd that is off or silent: only when it answers can be told whether it still has its data, and what
 * follows is planned then.
 */
export const isReturning = ({ member, progress }: MachineSituation): boolean =>
  member !== undefined && (progress === 'stopped' || progress === 'booting')

function progressOf(vm: ObservedVm | undefined, isUnread: boolean, node: NodeLive): Progress {
  if (vm === undefined) return isUnread ? 'host-down' : 'absent'
  if (vm.power === 'unknown') return 'host-down'
  if (vm.unfinished !== undefined) return 'unfinished'
  if (vm.power === 'stopped') return 'stopped'
  const answers = { silent: 'booting', unreachable: 'booting' } as const
  return node.kind === 'silent' || node.kind === 'unreachable' ? answers[node.kind] : node.kind
}

function hardwareOf(
  desired: Desired,
  live: Live,
  machine: Machine,
  vm: ObservedVm | undefined,
  progress: Progress,
): HardwareDifference | undefined {
  if (vm === undefined || progress === 'unfinished' || progress === 'host-down') return undefined
  const making = { schematic: live.schematics[machine.name] ?? '', talmox: vm.record?.talmox ?? '' }
  return difference(wantedVm(machine, desired, making), vm, live.proxmox.version.release.startsWith('8') ? '8' : '9')
}

const roleOf = ({ record, tags }: ObservedVm): 'controlplane' | 'worker' =>
  record?.pool === 'controlPlane' || tags.includes('controlplane') ? 'controlplane' : 'worker'

const rank = ({ role }: LeavingSituation): number => (role === 'controlplane' ? 1 : 0)
