import { type Api, timestamp } from '../api.ts'
import { type Json, type JsonObject, numberAt, objectAt } from '../json.ts'
import type { KubeObject } from '../object.ts'
import { matchesSelector } from '../query/selectors.ts'
import type { Controller } from './controller.ts'
import { controllerOf, isActive, isReady, PODS } from './pods.ts'
import { setStatus, withCondition } from './write.ts'

const STORAGE = 'policy/poddisruptionbudgets'
const MANAGER = 'kube-controller-manager'

/** Keeps count of how many pods each disruption budget lets go. */
export const budgetController: Controller = {
  name: 'disruption-budgets',
  concerns(change, api) {
    const { name, namespace } = change.object.metadata
    if (change.resource === STORAGE) return [`${namespace}/${name}`]
    if (change.resource !== PODS) return []
    return api.store.list(STORAGE, namespace).map(({ metadata }) => `${metadata.namespace}/${metadata.name}`)
  },
  reconcile(api, key) {
    const budget = api.store.get(STORAGE, key)
    if (budget === undefined) return undefined
    setStatus(api, MANAGER, STORAGE, budget, statusOf(api, budget))
    return undefined
  },
}

function statusOf(api: Api, budget: KubeObject): JsonObject {
  const selector = objectAt(budget, 'spec', 'selector')
  const pods = api.store
    .list(PODS, budget.metadata.namespace)
    .filter((pod) => isActive(pod) && matchesSelector(selector, pod.metadata.labels ?? {}))
  const expected = expectedPods(api, pods)
  const healthy = pods.filter(isReady).length
  const desired = desiredHealthy(objectAt(budget, 'spec'), expected)
  const allowed = Math.max(0, healthy - desired)
  const condition =
    allowed > 0
      ? {
          type: 'DisruptionAllowed',
          status: 'True',
          reason: 'SufficientPods',
          message: '',
          observedGeneration: budget.metadata.generation ?? 1,
        }
      : {
          type: 'DisruptionAllowed',
          status: 'False',
          reason: 'InsufficientPods',
          message: '',
          observedGeneration: budget.metadata.generation ?? 1,
        }
  return {
    conditions: withCondition(objectAt(budget, 'status'), condition, timestamp(api)),
    currentHealthy: healthy,
    desiredHealthy: desired,
    disruptionsAllowed: allowed,
    expectedPods: expected,
    observedGeneration: budget.metadata.generation ?? 1,
  }
}

/** How many pods there should be, by what controls those that are there. */
function expectedPods({ store }: Api, pods: readonly KubeObject[]): number {
  const owners = new Set<string>()
  let loose = 0
  for (const pod of pods) {
    const owner = controllerOf(pod, 'ReplicaSet')
    if (owner === undefined) loose += 1
    else owners.add(`${pod.metadata.namespace}/${owner.name}`)
  }
  const scales = [...owners].map((key) => numberAt(store.get('apps/replicasets', key), 'spec', 'replicas') ?? 0)
  return scales.reduce((sum, replicas) => sum + replicas, loose)
}

function desiredHealthy(spec: JsonObject, expected: number): number {
  if (spec.maxUnavailable !== undefined && spec.maxUnavailable !== null)
    return Math.max(0, expected - portion(spec.maxUnavailable, expected))
  return portion(spec.minAvailable ?? 0, expected)
}

/** A number, or a share of a whole rounded up. */
function portion(value: Json, whole: number): number {
  if (typeof value === 'number') return value
  const percent = Number(String(value).replace('%', ''))
  return Math.ceil((percent * whole) / 100)
}
