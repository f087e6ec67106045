import { type EtcdMember, formatMemberId, listEtcdMembers } from '../talos/api/etcd-members.ts'
import { fetchEtcdStatus } from '../talos/api/etcd-status.ts'
import type { TalosNode } from '../talos/api/node.ts'
import { UserError } from '../user-error.ts'
import type { EtcdLive } from './live.ts'
import type { SeenNode } from './observe-node.ts'

/** A control plane and what was found at its address. */
export interface ControlPlaneLive {
  readonly name: string
  readonly live: SeenNode
}

// Before the bootstrap etcd waits in these states; any other says that it has begun.
const NOT_BEGUN = new Set(['Preparing', 'Waiting', 'Initialized', 'Pre', 'absent', 'Unknown'])

/** How etcd stands, asked of each control plane's own member, since one alone cannot see a split. */
export async function observeEtcd(
  controlPlanes: readonly ControlPlaneLive[],
  node: (address: string) => TalosNode,
): Promise<EtcdLive> {
  const begun = controlPlanes.filter(({ live }) => live.kind === 'configured' && hasBegun(live.etcd))
  if (begun.length === 0) return { state: couldHaveBegun(controlPlanes) ? 'unknown' : 'none', members: [] }
  const views = await Promise.all(
    begun.map(async ({ name, live }) => ({
      name,
      view: 'address' in live ? await look(node(live.address)) : undefined,
    })),
  )
  const members = views.map(({ view }) => view?.members ?? []).sort((a, b) => b.length - a.length)[0] ?? []
  const healthyIds = new Set(views.flatMap(({ view }) => (view?.hasLeader ? [view.own] : [])))
  const found = members.map(({ id, hostname, isLearner }) => ({
    id: formatMemberId(id),
    name: hostname,
    learner: isLearner,
    healthy: healthyIds.has(id),
  }))
  return { state: stateOf(found), members: found.sort((a, b) => (a.name < b.name ? -1 : 1)) }
}

const hasBegun = (state: string | undefined): boolean => state !== undefined && !NOT_BEGUN.has(state)

/** A control plane that cannot be asked might be the one that etcd has begun on. */
const couldHaveBegun = (controlPlanes: readonly ControlPlaneLive[]): boolean =>
  controlPlanes.some(({ live }) => live.kind === 'unreachable')

interface View {
  readonly own: bigint
  readonly hasLeader: boolean
  readonly members: readonly EtcdMember[]
}

async function look(node: TalosNode): Promise<View | undefined> {
  try {
    const [members, status] = await Promise.all([listEtcdMembers(node), fetchEtcdStatus(node)])
    return { own: status.memberId, hasLeader: status.leader !== undefined && status.errors.length === 0, members }
  } catch (error) {
    if (error instanceof UserError) return undefined
    throw error
  }
}

function stateOf(members: EtcdLive['members']): EtcdLive['state'] {
  const voters = members.filter(({ learner }) => !learner)
  const healthy = voters.filter((member) => member.healthy).length
  if (voters.length === 0 || healthy < Math.floor(voters.length / 2) + 1) return 'no-quorum'
  return members.every((member) => member.healthy) ? 'healthy' : 'degraded'
}
