import type { KubernetesClient } from '../client/client.ts'
import { isKubernetesError, type KubernetesError } from '../client/error.ts'
import { PODS, type Pod } from '../objects/kinds.ts'
import { objectPath } from '../objects/paths.ts'

/** What became of an eviction. */
export type Eviction =
  | { readonly kind: 'accepted' }
  /** The pod was gone already, or was another one of that name. */
  | { readonly kind: 'gone' }
  /** A budget does not allow it at the moment. */
  | { readonly kind: 'refused'; readonly reason: string; readonly retryAfterMs: number }

// What kubectl waits where the server does not say how long.
const RETRY_MS = 5000

/** Asks for a pod to leave, as its disruption budgets allow. */
export async function evictPod(client: KubernetesClient, pod: Pod, graceSeconds?: number): Promise<Eviction> {
  const { name, namespace, uid } = pod.metadata
  try {
    await client.request({
      method: 'POST',
      path: objectPath(PODS, { name, namespace }, 'eviction'),
      body: {
        apiVersion: 'policy/v1',
        kind: 'Eviction',
        metadata: { name, namespace },
        deleteOptions: {
          ...(graceSeconds === undefined ? {} : { gracePeriodSeconds: graceSeconds }),
          ...(uid === undefined ? {} : { preconditions: { uid } }),
        },
      },
      // A pod that has been asked to leave is asked again without harm.
      repeatable: true,
    })
    return { kind: 'accepted' }
  } catch (error) {
    if (isKubernetesError(error, 'kubernetes-not-found', 'kubernetes-conflict')) return { kind: 'gone' }
    if (isKubernetesError(error) && isBudget(error))
      return {
        kind: 'refused',
        reason: reasonOf(error),
        retryAfterMs: (error.retryAfterSeconds ?? RETRY_MS / 1000) * 1000,
      }
    throw error
  }
}

const MORE_THAN_ONE = /more than one PodDisruptionBudget/

const isBudget = (error: KubernetesError): boolean =>
  error.status === 429 || (error.status === 500 && MORE_THAN_ONE.test(error.message))

const reasonOf = ({ causes, message }: KubernetesError): string =>
  causes.find(({ reason }) => reason === 'DisruptionBudget')?.message ?? message
