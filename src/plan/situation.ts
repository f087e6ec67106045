import { nodeNameOf, roleOf } from '../live/leaving.ts'
import type { EtcdLive, EtcdMemberLive, KubernetesNodeLive, Live, NodeLive } from '../live/live.ts'
import type { Role } from '../placement/types.ts'
import { difference } from '../proxmox/hardware/difference.ts'
import type { HardwareDifference } from '../proxmox/hardware/hardware-difference.ts'
import { tablesFor } from '../proxmox/hardware/tables-for.ts'
import { wantedVm } from '../proxmox/hardware/wanted-vm.ts'
import type { ObservedVm } from '../proxmox/observe/observed.ts'
import type { Desired, Machine } from '../resolve/desired.ts'
import { hasNeverRun } from './has-never-run.ts'
import { type Offers, offersTo } from './offers.ts'
import { type StorageIndex, storageIndex } from './storage-index.ts'

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
  readonly offers: Offers
}

/** A machine that is ours and no longer in the file. */
export interface LeavingSituation {
  readonly name: string
  readonly vm: ObservedVm
  readonly node: NodeLive
  readonly role: Role
  readonly kubernetes: KubernetesNodeLive | undefined
  readonly member: EtcdMemberLive | undefined
  readonly offers: Offers
}

/** The file beside the world: what every step of planning looks at. */
export interface Situation {
  readonly desired: Desired
  readonly live: Live
  /** In the order of the file, control planes first. */
  readonly machines: readonly MachineSituation[]
  readonly controlPlanes: readonly MachineSituation[]
  /** Sorted by name; control planes last, so that a cluster shrinks from its workers, and of these dead ones first. */
  readonly leaving: readonly LeavingSituation[]
  /** How etcd stands; `unknown` also where the data may be on control planes that cannot be asked. */
  readonly etcd: EtcdLive['state']
  /** Members that are not well, and that nothing in this file brings back or takes out. */
  readonly ailing: readonly EtcdMemberLive[]
  /** Members that are not well, have no machine anywhere, and that a person has given up by name. */
  readonly givenUp: readonly EtcdMemberLive[]
  readonly storage: StorageIndex
}

const SILENT: NodeLive = { kind: 'silent' }

/** Puts the file beside the world. */
export function situationOf(desired: Desired, live: Live, removeMembers: readonly string[] = []): Situation {
  const nodes = byName(live.kubernetes.kind === 'answers' ? live.kubernetes.nodes : [])
  const members = byName(live.etcd.members)
  const about = (name: string) => ({
    node: live.nodes[name] ?? SILENT,
    kubernetes: nodes.get(name),
    member: members.get(name),
  })
  const byVmid = new Map(live.proxmox.vms.map((vm) => [vm.vmid, vm]))
  const unread = new Set(live.proxmox.unread.map(({ vmid }) => vmid))
  const down = new Set(live.proxmox.hosts.flatMap((host) => (host.unreachable === undefined ? [] : [host.name])))
  const machines = desired.machines.map((machine): MachineSituation => {
    const vm = byVmid.get(machine.vmid)
    const known = about(machine.name)
    const isOutOfReach = unread.has(machine.vmid) || (machine.host !== undefined && down.has(machine.host))
    const progress = progressOf(vm, isOutOfReach, known.node)
    const offers = offersTo(live, machine.uuid, vm)
    return { machine, vm, progress, ...known, hardware: hardwareOf(desired, live, machine, vm, progress), offers }
  })
  const wanted = new Set(desired.machines.map(({ vmid }) => vmid))
  const leaving = live.proxmox.vms
    .filter(({ vmid, template }) => !wanted.has(vmid) && !template)
    .map((vm) => ({
      name: nodeNameOf(vm),
      vm,
      role: roleOf(vm),
      ...about(nodeNameOf(vm)),
      offers: offersTo(live, vm.uuid ?? '', vm),
    }))
    .sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1))
  const controlPlanes = machines.filter(({ machine }) => machine.role === 'controlplane')
  const ill = ailing(live, controlPlanes, leaving)
  const atHome = new Set(desired.machines.map(({ name }) => name))
  const givenUp = ill.filter(({ name }) => removeMembers.includes(name) && !atHome.has(name))
  return {
    desired,
    live,
    machines,
    controlPlanes,
    leaving,
    etcd: etcdOf(live, controlPlanes),
    ailing: ill.filter((member) => !givenUp.includes(member)),
    givenUp,
    storage: storageIndex(live.proxmox),
  }
}

const byName = <T extends { readonly name: string }>(list: readonly T[]): ReadonlyMap<string, T> =>
  new Map(list.map((one) => [one.name, one]))

/** A control plane that cannot be asked may have the data; one that is off only if etcd has ever begun. */
function etcdOf({ etcd, home }: Live, controlPlanes: readonly MachineSituation[]): EtcdLive['state'] {
  if (etcd.state !== 'none') return etcd.state
  const silent: readonly Progress[] =
    home.bootstrapped === undefined ? ['host-down'] : ['stopped', 'booting', 'host-down']
  return controlPlanes.some(({ progress }) => silent.includes(progress)) ? 'unknown' : 'none'
}

function ailing(
  { etcd }: Live,
  controlPlanes: readonly MachineSituation[],
  leaving: readonly LeavingSituation[],
): readonly EtcdMemberLive[] {
  const dealtWith = new Set([
    ...controlPlanes.filter(hasLostItsDisk).map(({ machine }) => machine.name),
    ...leaving.map(({ name }) => name),
  ])
  return etcd.members.filter(({ name, healthy }) => !healthy && !dealtWith.has(name))
}

/** Whether a control plane is still a member of etcd without having its data. */
export const hasLostItsDisk = ({ member, progress, vm }: MachineSituation): boolean =>
  member !== undefined && (progress === 'maintenance' || progress === 'absent' || (vm !== undefined && hasNeverRun(vm)))

function progressOf(vm: ObservedVm | undefined, isOutOfReach: boolean, node: NodeLive): Progress {
  if (vm === undefined) return isOutOfReach ? 'host-down' : 'absent'
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
  return difference(wantedVm(machine, desired, making), vm, tablesFor(live.proxmox.version.release))
}

/** Whether a machine does not run, be it that it is not there yet. */
export const isOff = ({ progress }: MachineSituation): boolean =>
  progress === 'absent' || progress === 'unfinished' || progress === 'stopped'

const rank = ({ role, member }: LeavingSituation): number => (role === 'worker' ? 0 : member?.healthy === false ? 1 : 2)

/** Whether a running control plane has to wait with its changes, since etcd could not spare it. */
export const isHeldBack = ({ ailing }: Situation, { machine, progress }: MachineSituation): boolean =>
  machine.role === 'controlplane' && progress === 'configured' && ailing.length > 0

/**
 * Whether a machine that does not answer may have its config already: then it is switched on and asked, and what it
 * needs is planned once it has answered.
 */
export function mayHaveConfig({ live, etcd }: Situation, { progress, member, kubernetes }: MachineSituation): boolean {
  if (progress !== 'stopped' && progress !== 'booting') return false
  if (member !== undefined || kubernetes !== undefined) return true
  return live.home.bootstrapped !== undefined && (live.kubernetes.kind !== 'answers' || etcd === 'unknown')
}
