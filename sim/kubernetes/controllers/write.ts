import type { Api } from '../api.ts'
import { type Json, type JsonObject, objectAt, objectsAt, sameJson, withValue } from '../json.ts'
import type { KubeObject } from '../object.ts'
import { createObject } from '../operations/create.ts'
import { removeObject } from '../operations/remove.ts'
import { keepChanged } from '../operations/update.ts'

/** Creates an object on behalf of a controller. */
export function make(api: Api, manager: string, storage: string, object: JsonObject): KubeObject {
  const resource = api.registry.stored(storage)
  const namespace = objectAt(object, 'metadata').namespace
  const target = { resource, namespace: typeof namespace === 'string' ? namespace : undefined }
  return createObject(api, target, object, { manager, validation: 'Ignore' })
}

/** Changes an object on behalf of a controller. */
export function change(api: Api, manager: string, storage: string, live: KubeObject, changed: JsonObject): KubeObject {
  const target = { resource: api.registry.stored(storage), ...live.metadata }
  return keepChanged(api, target, live, changed, { manager })
}

/** Sets the status of an object on behalf of a controller. */
export function setStatus(
  api: Api,
  manager: string,
  storage: string,
  live: KubeObject,
  status: JsonObject,
): KubeObject {
  if (sameJson(objectAt(live, 'status'), status)) return live
  const target = { resource: api.registry.stored(storage), ...live.metadata }
  return keepChanged(api, target, live, withValue(live, ['status'], status), { manager, subresource: 'status' })
}

/** Deletes an object on behalf of a controller. */
export function remove(api: Api, storage: string, live: KubeObject, graceSeconds?: number): void {
  removeObject(api, { resource: api.registry.stored(storage), ...live.metadata }, { graceSeconds })
}

/** Conditions with one of them replaced; its time of transition stays while its status does. */
export function withCondition(status: JsonObject, condition: JsonObject, time: string): readonly Json[] {
  const conditions = objectsAt(status, 'conditions')
  const before = conditions.find(({ type }) => type === condition.type)
  const since = before?.status === condition.status ? (before?.lastTransitionTime ?? time) : time
  const fresh = { lastTransitionTime: since, ...condition }
  if (before === undefined) return [...conditions, fresh]
  return conditions.map((each) => (each === before ? { ...before, ...fresh } : each))
}

/** A status with several conditions replaced. */
export function withConditions(status: JsonObject, conditions: readonly JsonObject[], time: string): JsonObject {
  let current = status
  for (const condition of conditions) current = { ...current, conditions: withCondition(current, condition, time) }
  return current
}
