import { type Api, nameSuffix, timestamp } from '../api.ts'
import { type JsonObject, numberAt, objectAt, textAt } from '../json.ts'
import type { KubeObject } from '../object.ts'
import { holds } from '../printing/pod-status.ts'
import type { Controller } from './controller.ts'
import { isActive, ownedBy, ownerKeys, ownership, PODS } from './pods.ts'
import { make, setStatus, withConditions } from './write.ts'

const STORAGE = 'batch/jobs'
const MANAGER = 'kube-controller-manager'

/** Runs the pods of jobs until enough have ended well. */
export const jobController: Controller = {
  name: 'jobs',
  concerns(change) {
    const { name, namespace } = change.object.metadata
    if (change.resource === STORAGE) return [`${namespace}/${name}`]
    return change.resource === PODS ? ownerKeys(change, 'Job') : []
  },
  reconcile(api, key) {
    const job = api.store.get(STORAGE, key)
    if (job === undefined || holds(job, 'Complete') || job.metadata.deletionTimestamp !== undefined) return undefined
    const wanted = numberAt(job, 'spec', 'completions') ?? 1
    const pods = ownedBy(api, PODS, job)
    const succeeded = pods.filter((pod) => textAt(pod, 'status', 'phase') === 'Succeeded').length
    const active = pods.filter(isActive).length
    const room = Math.min(numberAt(job, 'spec', 'parallelism') ?? 1, wanted - succeeded) - active
    for (let missing = room; missing > 0; missing--) make(api, MANAGER, PODS, podOf(job))
    setStatus(api, MANAGER, STORAGE, job, statusOf(api, job, succeeded, succeeded >= wanted))
    return undefined
  },
}

function podOf(job: KubeObject): JsonObject {
  const { name, namespace, uid } = job.metadata
  const template = objectAt(job, 'spec', 'template')
  const labels = {
    ...objectAt(template, 'metadata', 'labels'),
    'batch.kubernetes.io/job-name': name,
    'batch.kubernetes.io/controller-uid': uid,
  }
  const metadata = {
    name: `${name}-${nameSuffix()}`,
    generateName: `${name}-`,
    namespace,
    labels,
    ownerReferences: [ownership(job)],
  }
  return { apiVersion: 'v1', kind: 'Pod', metadata, spec: objectAt(template, 'spec') }
}

function statusOf(api: Api, job: KubeObject, succeeded: number, isDone: boolean): JsonObject {
  const before = objectAt(job, 'status')
  const time = timestamp(api)
  const counts = { startTime: textAt(before, 'startTime') || time, ...(succeeded > 0 ? { succeeded } : {}) }
  if (!isDone) return { ...before, ...counts, active: ownedBy(api, PODS, job).filter(isActive).length }
  const { active: _, ...rest } = before
  const met = { status: 'True', reason: 'CompletionsReached', message: 'Reached expected number of succeeded pods' }
  const conditions = ['SuccessCriteriaMet', 'Complete'].map((type) => ({ type, ...met }))
  return withConditions({ ...rest, ...counts, completionTime: time, ready: 0 }, conditions, time)
}
