import { UserError } from '../../user-error.ts'
import { type EtcdMember, formatMemberId, listEtcdMembers } from '../api/etcd-members.ts'
import type { TalosNode } from '../api/node.ts'
import { listServices } from '../api/services.ts'
import { askAll } from './ask-all.ts'
import { type Condition, OK, type Outcome, waiting } from './condition.ts'

const MINUTE = 60_000

/** What is missing for a service to be running and healthy. */
export async function serviceTrouble(node: TalosNode, id: string): Promise<string | undefined> {
  const service = (await listServices(node)).find((one) => one.id === id)
  if (service === undefined) return `there is no service ${id} yet`
  if (service.state !== 'Running') return `${id} is ${service.state}: ${service.message}`
  return service.health === 'healthy' ? undefined : `${id} is ${service.health}: ${service.message}`
}

/** etcd runs and is healthy on every control plane. */
const healthy: Condition = {
  name: 'etcd-healthy',
  sentence: 'etcd is healthy',
  otherwise: 'etcd is not healthy',
  timeoutMs: 10 * MINUTE,
  check: ({ controlPlanes }) => askAll(controlPlanes, (node) => serviceTrouble(node, 'etcd')),
}

/** Every control plane's own etcd names the same members: two clusters that were both begun would not. */
const consistent: Condition = {
  name: 'etcd-consistent',
  sentence: 'all control planes agree on the members of etcd',
  otherwise: 'the control planes do not agree on the members of etcd',
  timeoutMs: 5 * MINUTE,
  check: async ({ controlPlanes }) => compare(await viewsOf(controlPlanes)),
}

/** Only control planes are members of etcd, and all of them are. */
const matching: Condition = {
  name: 'etcd-control-planes',
  sentence: 'the members of etcd are the control planes',
  otherwise: 'the members of etcd are not the control planes',
  timeoutMs: 5 * MINUTE,
  check: async ({ controlPlanes, absent = [] }) => {
    const [view] = await viewsOf(controlPlanes.slice(0, 1))
    if (view === undefined) return waiting('no control plane is known')
    if (typeof view.members === 'string') return waiting(view.members)
    return match(
      view.members,
      controlPlanes.map(({ address }) => address),
      absent,
    )
  },
}

/** The conditions about etcd, in order. */
export const ETCD_CONDITIONS: readonly Condition[] = [healthy, consistent, matching]

interface View {
  readonly address: string
  /** Or why they are not known. */
  readonly members: readonly EtcdMember[] | string
}

function viewsOf(nodes: readonly TalosNode[]): Promise<readonly View[]> {
  return Promise.all(
    nodes.map(async (node) => {
      try {
        return { address: node.address, members: await listEtcdMembers(node) }
      } catch (error) {
        if (error instanceof UserError) return { address: node.address, members: error.message }
        throw error
      }
    }),
  )
}

function compare(views: readonly View[]): Outcome {
  const silent = views.flatMap(({ members }) => (typeof members === 'string' ? [members] : []))
  if (silent.length > 0) return waiting(silent.join('; '))
  const told = views.map(({ address, members }) => `${address} says ${describe(members)}`)
  const different = new Set(views.map(({ members }) => describe(members)))
  return different.size <= 1 ? OK : waiting(`control planes disagree: ${told.join('; ')}`)
}

function match(members: readonly EtcdMember[], addresses: readonly string[], absent: readonly string[]): Outcome {
  const known = [...addresses, ...absent]
  const strangers = members.filter((member) => !hostsOf(member).some((host) => known.includes(host)))
  if (strangers.length > 0) return waiting(`${strangers.map(named).join(', ')} is not a control plane`)
  const missing = addresses.filter((address) => !members.some((member) => hostsOf(member).includes(address)))
  return missing.length === 0 ? OK : waiting(`${missing.join(', ')} is not a member of etcd`)
}

function describe(members: View['members']): string {
  if (typeof members === 'string') return members
  return members
    .map((member) => `${named(member)}${member.isLearner ? ' (learner)' : ''}`)
    .sort()
    .join(', ')
}

const named = ({ hostname, id }: EtcdMember): string => `${hostname || 'unnamed'} ${formatMemberId(id)}`

const hostsOf = ({ peerUrls }: EtcdMember): readonly string[] =>
  peerUrls.map((url) => new URL(url).hostname.replace(/^\[|\]$/g, ''))
