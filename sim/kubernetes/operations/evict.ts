import type { Api } from '../api.ts'
import { timestamp } from '../api.ts'
import { isObject, type Json, type JsonObject, numberAt, objectAt, textAt } from '../json.ts'
import type { KubeObject } from '../object.ts'
import { holds } from '../printing/pod-status.ts'
import { matchesSelector } from '../query/selectors.ts'
import { Refusal } from '../status.ts'
import { removeObject } from './remove.ts'
import type { Target } from './request.ts'
import { keepChanged, requireObject } from './update.ts'

const BUDGETS = 'policy/poddisruptionbudgets'
const VIOLATED = "Cannot evict pod as it would violate the pod's disruption budget."

/** Evicts a pod where its disruption budgets allow it. */
export function evictPod(api: Api, target: Target, eviction: Json): void {
  const pod = requireObject(api, target)
  const options = isObject(eviction) ? objectAt(eviction, 'deleteOptions') : {}
  const graceSeconds = numberAt(options, 'gracePeriodSeconds')
  const dryRun = Array.isArray(options.dryRun) && options.dryRun.includes('All')
  const ends = ['Succeeded', 'Failed', 'Pending'].includes(textAt(pod, 'status', 'phase'))
  if (!ends && pod.metadata.deletionTimestamp === undefined) spend(api, pod, dryRun)
  removeObject(api, target, { graceSeconds, dryRun })
}

function spend(api: Api, pod: KubeObject, dryRun: boolean): void {
  const { labels = {}, namespace } = pod.metadata
  const budgets = api.store
    .list(BUDGETS, namespace)
    .filter((budget) => matchesSelector(objectAt(budget, 'spec', 'selector'), labels))
  const [budget] = budgets
  if (budget === undefined) return
  if (budgets.length > 1)
    throw new Refusal(
      500,
      'InternalError',
      'Internal error occurred: This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
      {
        causes: [
          {
            message: 'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
          },
        ],
      },
    )
  const status = objectAt(budget, 'status')
  const needed = numberAt(status, 'desiredHealthy') ?? 0
  const healthy = numberAt(status, 'currentHealthy') ?? 0
  // A pod that is not ready takes nothing away, as long as enough others are.
  if (!holds(pod, 'Ready') && healthy >= needed && needed > 0) return
  if ((numberAt(status, 'observedGeneration') ?? 0) < (budget.metadata.generation ?? 0))
    throw violated(`The disruption budget ${budget.metadata.name} is still being processed by the server.`, 10)
  const allowed = numberAt(status, 'disruptionsAllowed') ?? 0
  if (allowed <= 0)
    throw violated(
      `The disruption budget ${budget.metadata.name} needs ${needed} healthy pods and has ${healthy} currently`,
    )
  if (!dryRun) keepSpent(api, budget, pod, { ...status, disruptionsAllowed: allowed - 1 })
}

function keepSpent(api: Api, budget: KubeObject, pod: KubeObject, status: JsonObject): void {
  const { name, namespace } = budget.metadata
  const target = { resource: api.registry.stored(BUDGETS), namespace, name }
  const disruptedPods = { ...objectAt(status, 'disruptedPods'), [pod.metadata.name]: timestamp(api) }
  const sent = { ...budget, status: { ...status, disruptedPods } }
  keepChanged(api, target, budget, sent, { manager: 'kube-apiserver', subresource: 'status' })
}

function violated(cause: string, retryAfterSeconds?: number): Refusal {
  return new Refusal(429, 'TooManyRequests', VIOLATED, {
    causes: [{ reason: 'DisruptionBudget', message: cause }],
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  })
}
