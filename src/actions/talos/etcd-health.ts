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

/** What is wrong with etcd as a whole, apart from the control planes named; nothing when one more may go. */
export async function quorumTrouble(
  nodes: readonly (TalosNode & { readonly name: string })[],
  except: readonly string[],
): Promise<string | undefined> {
  const others = nodes.filter(({ name }) => !except.includes(name))
  const troubles = await Promise.all(
    others.map(async (node) => {
      const trouble = await etcdTrouble(node)
      return trouble === undefined ? undefined : `${node.name}: ${trouble}`
    }),
  )
  const found = troubles.filter((trouble) => trouble !== undefined)
  return found.length === 0 ? undefined : found.join('; ')
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
