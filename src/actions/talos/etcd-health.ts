import { type EtcdMember, listEtcdMembers } from '../../talos/api/etcd-members.ts'
import { fetchEtcdStatus } from '../../talos/api/etcd-status.ts'
import type { TalosNode } from '../../talos/api/node.ts'
import { services } from '../../talos/cosi/kinds.ts'
import { serviceTrouble } from '../../talos/health/etcd-conditions.ts'
import { UserError } from '../../user-error.ts'
import { wait } from '../../world/clock.ts'
import type { Telling, Tools } from '../tools.ts'
import { type Look, until } from '../until.ts'
import { controlPlaneNodes, nodeAt } from './control-planes.ts'
import { untilResource } from './until-resource.ts'

/** What keeps the etcd of a control plane from being a member with a vote and a leader; nothing when it is one. */
export async function etcdTrouble(node: TalosNode): Promise<string | undefined> {
  return await orWhy(async () => (await serviceTrouble(node, 'etcd')) ?? (await memberTrouble(node)))
}

/** The same of one that runs and is healthy. */
const memberTrouble = (node: TalosNode): Promise<string | undefined> =>
  orWhy(async () => {
    const { leader, isLearner, errors } = await fetchEtcdStatus(node, { fresh: true })
    if (isLearner) return 'it is still copying data'
    if (leader === undefined) return 'etcd has no leader'
    return errors[0]
  })

async function orWhy(ask: () => Promise<string | undefined>): Promise<string | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof UserError) return error.message
    throw error
  }
}

/** What is about to happen to a member: it goes on, it is back after a restart, or it leaves for good. */
export type Absence = 'none' | 'restart' | 'for-good'

/** Waits until the etcd of a control plane is a member with a vote and a leader. */
export async function untilMember(tools: Pick<Tools, 'clock'>, telling: Telling, node: TalosNode): Promise<void> {
  await untilResource(tools, telling, { node, kind: services, id: 'etcd', judge: serviceLook })
  await until(tools, telling, async () => {
    const trouble = await memberTrouble(node)
    return trouble === undefined ? { value: true } : { waiting: trouble }
  })
}

function serviceLook(service: { readonly running: boolean; readonly healthy: boolean } | undefined): Look<true> {
  if (service === undefined) return { waiting: 'etcd has not started yet' }
  if (!service.running) return { waiting: 'etcd is starting' }
  return service.healthy ? { value: true } : { waiting: 'etcd is not healthy yet' }
}

/**
 * What is wrong with etcd as a whole, apart from a member that something is about to happen to; nothing when it may. Of
 * members that the file does not know any more it only matters how many are well. One or two members need all of them, so
 * that etcd stands still while one restarts whatever anybody does.
 */
export async function quorumTrouble(tools: Tools, away: string, absence: Absence): Promise<string | undefined> {
  const nodes = await controlPlaneNodes(tools)
  const voters = (await membersNow(tools, nodes)).filter(({ isLearner }) => !isLearner)
  const others = await Promise.all(
    voters
      .filter(({ hostname }) => hostname !== away)
      .map(async (member) => {
        const known = nodes.find(({ name }) => name === member.hostname)
        const address = peerAddress(member)
        const node = known ?? (address === undefined ? undefined : await nodeAt(tools, address))
        const trouble = node === undefined ? 'nobody knows its address' : await etcdTrouble(node)
        return { name: member.hostname, isInFile: known !== undefined, trouble }
      }),
  )
  const found = others.flatMap(({ name, isInFile, trouble }) =>
    isInFile && trouble !== undefined ? [`${name}: ${trouble}`] : [],
  )
  if (found.length > 0) return found.join('; ')
  if (absence === 'none' || (absence === 'restart' && voters.length <= 2)) return undefined
  const left = others.filter(({ trouble }) => trouble === undefined).length
  // Whoever leaves for good is not counted any more, so that the last of two is a quorum by itself.
  const needed = Math.floor((absence === 'for-good' ? voters.length - 1 : voters.length) / 2) + 1
  return left >= needed ? undefined : `${left} of ${voters.length} members would be left, and ${needed} are needed`
}

/** Where a member is, as the others find it. */
export function peerAddress({ peerUrls: [url = ''] }: EtcdMember): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^\[(.*)\]$/, '$1') : undefined
}

/** After a leader has gone the others agree on the next within seconds, and tell nothing of members until then. */
const ELECTION_MS = 30_000
const PAUSE_MS = 500

/** The members of etcd as the first control plane that answers sees them; an election is waited for. */
export async function membersNow(
  { clock }: Pick<Tools, 'clock'>,
  nodes: readonly TalosNode[],
): Promise<Awaited<ReturnType<typeof listEtcdMembers>>> {
  const since = clock.now()
  for (;;) {
    const refusals: UserError[] = []
    for (const node of nodes) {
      try {
        return await listEtcdMembers(node)
      } catch (error) {
        if (!(error instanceof UserError)) throw error
        refusals.push(error)
      }
    }
    const isElecting = refusals.some(({ code }) => code === 'talos-etcd-not-ready')
    if (!isElecting || clock.now() - since >= ELECTION_MS)
      throw refusals.at(-1) ?? new Error('there is no control plane to ask')
    await wait(clock, PAUSE_MS)
  }
}
