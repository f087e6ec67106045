import type { KubernetesClient } from '../client/client.ts'
import { isKubernetesError } from '../client/error.ts'
import { NODES, type Node } from '../objects/kinds.ts'
import { getObject } from '../objects/read.ts'
import { deleteObject, mergeObject } from '../objects/write.ts'

/** Tells a cordon of ours from that of a person, whoever finds it later. */
const MARK = 'talmox.dev/cordoned'

/** Whether this program cordoned a node and has not let go of it, even if a person uncordoned it since. */
export const isCordonedByTalmox = ({ metadata }: Node): boolean => metadata.annotations?.[MARK] !== undefined

/** Lets no new pods onto a node; false when there is no such node. One that is cordoned already stays as it is. */
export async function cordon(client: KubernetesClient, name: string): Promise<boolean> {
  const node = await getObject(client, NODES, { name })
  if (node === undefined) return false
  if (node.spec?.unschedulable === true) return true
  return await change(client, name, { metadata: { annotations: { [MARK]: 'true' } }, spec: { unschedulable: true } })
}

/** Lets pods onto a node again unless a person cordoned it; false when there is no such node. */
export async function uncordon(client: KubernetesClient, name: string): Promise<boolean> {
  const node = await getObject(client, NODES, { name })
  if (node === undefined) return false
  if (!isCordonedByTalmox(node)) return true
  // Null takes a field away, as uncordoning with kubectl does.
  return await change(client, name, { metadata: { annotations: { [MARK]: null } }, spec: { unschedulable: null } })
}

async function change(client: KubernetesClient, name: string, patch: object): Promise<boolean> {
  try {
    await mergeObject(client, NODES, { name }, patch)
    return true
  } catch (error) {
    if (isKubernetesError(error, 'kubernetes-not-found')) return false
    throw error
  }
}

/** Forgets a node; false when there was none. */
export const deleteNode = (client: KubernetesClient, name: string): Promise<boolean> =>
  deleteObject(client, NODES, { name })
