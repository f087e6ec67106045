import type { KubernetesClient } from '../client/client.ts'
import { isKubernetesError } from '../client/error.ts'
import { NODES } from '../objects/kinds.ts'
import { deleteObject, mergeObject } from '../objects/write.ts'

/** Lets no new pods onto a node; false when there is no such node. */
export const cordon = (client: KubernetesClient, node: string): Promise<boolean> => setUnschedulable(client, node, true)

/** Lets pods onto a node again; false when there is no such node. */
export const uncordon = (client: KubernetesClient, node: string): Promise<boolean> =>
  setUnschedulable(client, node, false)

async function setUnschedulable(client: KubernetesClient, name: string, unschedulable: boolean): Promise<boolean> {
  try {
    // Null takes the field away, as uncordoning with kubectl does.
    await mergeObject(client, NODES, { name }, { spec: { unschedulable: unschedulable ? true : null } })
    return true
  } catch (error) {
    if (isKubernetesError(error, 'kubernetes-not-found')) return false
    throw error
  }
}

/** Forgets a node; false when there was none. */
export const deleteNode = (client: KubernetesClient, name: string): Promise<boolean> =>
  deleteObject(client, NODES, { name })
