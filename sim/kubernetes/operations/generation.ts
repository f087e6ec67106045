import { type JsonObject, objectAt, sameJson } from '../json.ts'
import type { Resource } from '../resources/resource.ts'

const COUNTED = new Set(['/pods', 'apiextensions.k8s.io/customresourcedefinitions'])
const UNCOUNTED = new Set(['networking.k8s.io/ipaddresses', 'networking.k8s.io/servicecidrs'])
const COUNTED_GROUPS = new Set(['apps', 'batch', 'policy', 'networking.k8s.io', 'flowcontrol.apiserver.k8s.io'])

/** Whether objects of a resource count how often they were meant to change. */
export const hasGeneration = (resource: Resource): boolean =>
  resource.custom !== undefined ||
  COUNTED.has(resource.storage) ||
  (COUNTED_GROUPS.has(resource.group) && !UNCOUNTED.has(resource.storage))

/** Whether something besides metadata and status differs; annotations of deployments are meant for their pods, too. */
export function meansChange(before: JsonObject, after: JsonObject): boolean {
  const { metadata: _m, status: _s, ...old } = before
  const { metadata: _n, status: _t, ...fresh } = after
  const annotations = (object: JsonObject) => objectAt(object, 'metadata', 'annotations')
  return !sameJson(old, fresh) || (after.kind === 'Deployment' && !sameJson(annotations(before), annotations(after)))
}
