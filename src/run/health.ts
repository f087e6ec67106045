import type { Live, NodeLive } from '../live/live.ts'
import type { TalosAccess } from '../live/talos-access.ts'
import { few } from '../plan/few.ts'
import type { Desired, Machine } from '../resolve/desired.ts'
import { groupBy } from '../resolve/group-by.ts'
import { OK, type Outcome, type Workloads, waiting } from '../talos/health/condition.ts'
import { CONDITIONS } from '../talos/health/conditions.ts'
import { lookAt } from '../talos/health/wait.ts'

/** How one thing stands that holds for a healthy cluster. */
export interface Health {
  /** A stable short name, such as `etcd-healthy`. */
  readonly name: string
  /** What should hold: `etcd is healthy`. */
  readonly sentence: string
  /** What is the case while it does not hold: `etcd is not healthy`. */
  readonly otherwise: string
  readonly outcome: Outcome
}

/** What looking at the health of a cluster takes. */
export interface HealthTools {
  readonly talos: TalosAccess
  readonly workloads: Workloads
}

/** Looks once at all conditions; without a control plane that answers there is nobody to ask about the others. */
export async function lookAtHealth(desired: Desired, live: Live, tools: HealthTools): Promise<readonly Health[]> {
  const machines: Health = {
    name: 'machines',
    sentence: 'all machines of the file run with its config',
    otherwise: 'not all machines of the file run with its config',
    outcome: presence(desired.machines, live),
  }
  const called = desired.machines.flatMap(({ name, role }) => {
    const node = live.nodes[name]
    return node?.kind === 'configured' || node?.kind === 'unreachable' ? [{ name, role, node }] : []
  })
  const isControlPlane = ({ role }: { readonly role: Machine['role'] }) => role === 'controlplane'
  const endpoints = called.filter((one) => isControlPlane(one) && one.node.kind === 'configured')
  if (endpoints.length === 0) return [machines]
  const cluster = tools.talos.cluster(endpoints.map(({ node }) => node.address))
  const nodesOf = (which: typeof called) => which.map(({ node }) => cluster.node(node.address))
  // Members whose machines are off or out of reach are no strangers, though nobody can ask them.
  const absent = desired.machines
    .filter((machine) => isControlPlane(machine) && !called.some(({ name }) => name === machine.name))
    .flatMap(({ nics }) => nics[0].addresses.map(({ address }) => address))
  const seen = await lookAt(CONDITIONS, {
    absent,
    controlPlanes: nodesOf(called.filter(isControlPlane)),
    workers: nodesOf(called.filter((one) => !isControlPlane(one))),
    hasNetwork: desired.kubernetes.cni.name !== 'none',
    workloads: tools.workloads,
  })
  return [
    machines,
    ...seen.map(({ condition: { name, sentence, otherwise }, outcome }) => ({ name, sentence, otherwise, outcome })),
  ]
}

/** What is wrong with a machine, and with several. */
type Trouble = readonly [one: string, several: string]

/** Why a machine is not in order, by what answers at its address. */
const TROUBLES: Readonly<Record<NodeLive['kind'], Trouble | undefined>> = {
  silent: ['has no address yet', 'have no address yet'],
  unreachable: ['does not answer', 'do not answer'],
  maintenance: ['waits for a config', 'wait for a config'],
  foreign: ['belongs to another cluster', 'belong to another cluster'],
  configured: undefined,
}

const UNASKED = 'cannot be asked without the secrets of the cluster'

const troubleOf = (kind: NodeLive['kind'], { secrets }: Live['home']): Trouble | undefined =>
  kind === 'foreign' && secrets === 'missing' ? [UNASKED, UNASKED] : TROUBLES[kind]

function machineTrouble({ name, vmid }: Machine, { proxmox, nodes, home }: Live): Trouble | undefined {
  const unread = proxmox.unread.find((one) => one.vmid === vmid)
  if (unread !== undefined) {
    const where = `on ${unread.host} cannot be looked at: ${unread.reason}`
    return [where, where]
  }
  const vm = proxmox.vms.find((one) => one.vmid === vmid)
  if (vm === undefined) return ['does not exist', 'do not exist']
  if (vm.power !== 'running') return [`is ${vm.power}`, `are ${vm.power}`]
  return troubleOf(nodes[name]?.kind ?? 'silent', home)
}

function presence(machines: readonly Machine[], live: Live): Outcome {
  const found = machines.flatMap((machine) => {
    const trouble = machineTrouble(machine, live)
    return trouble === undefined ? [] : [{ name: machine.name, trouble }]
  })
  const troubles = [...groupBy(found, ({ trouble: [one] }) => one).values()].map((same) => {
    const [{ trouble }] = same
    return `${few(same.map(({ name }) => name))} ${trouble[same.length === 1 ? 0 : 1]}`
  })
  return troubles.length === 0 ? OK : waiting(troubles.join('; '))
}
