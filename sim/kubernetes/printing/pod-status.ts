import { type JsonObject, numberAt, objectAt, objectsAt, textAt } from '../json.ts'
import type { KubeObject } from '../object.ts'
import { age } from './duration.ts'

/** What the column Status says of a pod. */
export function podStatus(pod: KubeObject): string {
  const phase = textAt(pod, 'status', 'reason') || textAt(pod, 'status', 'phase')
  const reasons = objectsAt(pod, 'status', 'containerStatuses').flatMap((status) => {
    const waiting = textAt(status, 'state', 'waiting', 'reason')
    const ended = textAt(status, 'state', 'terminated', 'reason')
    return [waiting || ended].filter((reason) => reason !== '')
  })
  if (pod.metadata.deletionTimestamp !== undefined)
    return textAt(pod, 'status', 'reason') === 'NodeLost' ? 'Unknown' : 'Terminating'
  return reasons.at(-1) ?? phase
}

/** How many of a pod's containers are ready. */
export function podReady(pod: KubeObject): string {
  const ready = objectsAt(pod, 'status', 'containerStatuses').filter((status) => status.ready === true)
  return `${ready.length}/${objectsAt(pod, 'spec', 'containers').length}`
}

/** How often a pod's containers were started again, and when last. */
export function podRestarts(pod: KubeObject, now: number): string {
  const statuses = objectsAt(pod, 'status', 'containerStatuses')
  const count = statuses.reduce((sum, status) => sum + (numberAt(status, 'restartCount') ?? 0), 0)
  const ends = statuses
    .map((status) => textAt(status, 'lastState', 'terminated', 'finishedAt'))
    .filter((at) => at !== '')
  const last = ends.sort().at(-1)
  return count === 0 || last === undefined ? String(count) : `${count} (${age(last, now)} ago)`
}

/** Whether a condition of an object holds. */
export const holds = (object: JsonObject, type: string): boolean => conditionOf(object, type)?.status === 'True'

/** A condition of an object. */
export const conditionOf = (object: JsonObject, type: string): JsonObject | undefined =>
  objectsAt(objectAt(object, 'status'), 'conditions').find((condition) => condition.type === type)
