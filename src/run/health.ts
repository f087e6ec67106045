import type { Live, NodeLive } from '../live/live.ts'
import type { TalosAccess } from '../live/talos-access.ts'
import { few } from '../plan/few.ts'
import type { Desired, Machine } from '../resolve/desired.ts'
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
    return node?.kind === 'configured' || node?.kind === 'unreachable' ? [{ role, node }] : []
  })
  const isControlPlane = ({ role }: { readonly role: Machine['role'] }) => role === 'controlplane'
  const endpoints = called.filter((one) => isControlPlane(one) && one.node.kind === 'configured')
  if (endpoints.length === 0) return [machines]
  const cluster = tools.talos.cluster(endpoints.map(({ node }) => node.address))
  const nodesOf = (which: typeof called) => which.map(({ node }) => cluster.node(node.address))
  const seen = await lookAt(CONDITIONS, {
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

/** Why a machine is not in order, by what answers at its address. */
const TROUBLES: Readonly<Record<NodeLive['kind'], string | undefined>> = {
  silent: 'has no address yet',
  unreachable: 'does not answer',
  maintenance: 'waits for a config',
  foreign: 'belongs to another cluster',
  configured: undefined,
}

const troubleOf = (kind: NodeLive['kind'], { secrets }: Live['home']): string | undefined =>
  kind === 'foreign' && secrets === 'missing' ? 'cannot be asked without the secrets of the cluster' : TROUBLES[kind]

function presence(machines: readonly Machine[], { proxmox, nodes, home }: Live): Outcome {
  const named = new Map<string, string[]>()
  for (const { name, vmid } of machines) {
    const vm = proxmox.vms.find((one) => one.vmid === vmid)
    const trouble =
      vm === undefined
        ? 'does not exist'
        : vm.power !== 'running'
          ? `is ${vm.power}`
          : troubleOf(nodes[name]?.kind ?? 'silent', home)
    if (trouble !== undefined) named.set(trouble, [...(named.get(trouble) ?? []), name])
  }
  const troubles = [...named].map(([trouble, names]) =>
    names.length === 1 ? `${names.join()} ${trouble}` : `${trouble}: ${few(names)}`,
  )
  return troubles.length === 0 ? OK : waiting(troubles.join('; '))
}
