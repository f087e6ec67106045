import { listEtcdMembers } from '../../talos/api/etcd-members.ts'
import { fetchEtcdStatus } from '../../talos/api/etcd-status.ts'
import type { TalosNode } from '../../talos/api/node.ts'
import { serviceTrouble } from '../../talos/health/etcd-conditions.ts'
import { UserError } from '../../user-error.ts'

/** What keeps the etcd of a control plane from being a member with a vote and a leader; nothing when it is one. */
export async function etcdTrouble(node: TalosNode): Promise<string | undefined> {
  try {
    const trouble = await serviceTrouble(node, 'etcd')
    if (trouble !== undefined) return trouble
    const { leader, isLearner, errors } = await fetchEtcdStatus(node, { fresh: true })
    if (isLearner) return 'it is still copying data'
    if (leader === undefined) return 'etcd has no leader'
    return errors[0]
  } catch (error) {
    if (error instanceof UserError) return error.message
    throw error
  }
}

/**
 * What is wrong with etcd as a whole, apart from a member that is about to be away, or to leave for good; nothing when it
 * may. Members that the file does not know any more count for the quorum, and nobody relies on them.
 */
export async function quorumTrouble(
  nodes: readonly (TalosNode & { readonly name: string })[],
  away: string,
  { forGood = false }: { readonly forGood?: boolean } = {},
): Promise<string | undefined> {
  const members = await membersNow(nodes)
  const voters = members.filter(({ isLearner }) => !isLearner)
  const others = nodes.filter(({ name }) => name !== away && members.some(({ hostname }) => hostname === name))
  const troubles = await Promise.all(
    others.map(async (node) => {
      const trouble = await etcdTrouble(node)
      return trouble === undefined ? undefined : `${node.name}: ${trouble}`
    }),
  )
  const found = troubles.filter((trouble) => trouble !== undefined)
  if (found.length > 0) return found.join('; ')
  // Whoever leaves for good is not counted any more, so that the last of two is a quorum by itself.
  const needed = Math.floor((forGood ? voters.length - 1 : voters.length) / 2) + 1
  // The only member may be away: there is nobody whom it would leave without a quorum.
  return voters.length > 1 && others.length < needed
    ? `${others.length} of ${voters.length} members would be left, and ${needed} are needed`
    : undefined
}

/** The members of etcd as the first control plane that answers sees them. */
export async function membersNow(nodes: readonly TalosNode[]): Promise<Awaited<ReturnType<typeof listEtcdMembers>>> {
  let last: unknown
  for (const node of nodes) {
    try {
      return await listEtcdMembers(node)
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      last = error
    }
  }
  throw last ?? new Error('there is no control plane to ask')
}
