import type { Api } from '../api.ts'
import { type JsonObject, objectAt, objectsAt, textAt, textsAt } from '../json.ts'
import type { KubeObject } from '../object.ts'
import { holds } from '../printing/pod-status.ts'
import { matchesTerm } from '../query/selectors.ts'
import type { Change } from '../store/store.ts'

export { PODS } from '../store/pods-by-node.ts'

/** The controller that owns an object, by its kind. */
export function controllerOf(
  { metadata }: KubeObject,
  kind: string,
): { readonly name: string; readonly uid: string } | undefined {
  return metadata.ownerReferences?.find((owner) => owner.controller === true && owner.kind === kind)
}

/** The keys of what owns an object, for controllers of that kind. */
export function ownerKeys({ object }: Change, kind: string): readonly string[] {
  const owner = controllerOf(object, kind)
  return owner === undefined ? [] : [`${object.metadata.namespace}/${owner.name}`]
}

/** The objects in a namespace that something owns. */
export const ownedBy = ({ store }: Api, storage: string, owner: KubeObject): readonly KubeObject[] =>
  store
    .list(storage, owner.metadata.namespace)
    .filter(({ metadata }) =>
      metadata.ownerReferences?.some((each) => each.controller === true && each.uid === owner.metadata.uid),
    )

/** The reference that makes an object belong to another. */
export const ownership = ({ apiVersion, kind, metadata }: KubeObject): JsonObject => ({
  apiVersion,
  kind,
  name: metadata.name,
  uid: metadata.uid,
  controller: true,
  blockOwnerDeletion: true,
})

/** Whether a pod takes requests. */
export const isReady = (pod: KubeObject): boolean => holds(pod, 'Ready') && pod.metadata.deletionTimestamp === undefined

/** Whether a pod is still meant to run. */
export const isActive = (pod: KubeObject): boolean =>
  pod.metadata.deletionTimestamp === undefined && !['Succeeded', 'Failed'].includes(textAt(pod, 'status', 'phase'))

/** Whether a pod bears all taints of a node that keep pods away. */
export function tolerates(spec: JsonObject, node: KubeObject, effects: readonly string[]): boolean {
  const tolerations = objectsAt(spec, 'tolerations')
  return objectsAt(node, 'spec', 'taints')
    .filter((taint) => effects.includes(textAt(taint, 'effect')))
    .every((taint) => tolerations.some((toleration) => bears(toleration, taint)))
}

/** Whether a toleration is about a taint. */
export function bears(toleration: JsonObject, taint: JsonObject): boolean {
  const effect = textAt(toleration, 'effect')
  const key = textAt(toleration, 'key')
  if (effect !== '' && effect !== taint.effect) return false
  const exists = textAt(toleration, 'operator') === 'Exists'
  if (key === '') return exists
  return key === taint.key && (exists || textAt(toleration, 'value') === textAt(taint, 'value'))
}

/** Whether a pod wants to be on nodes like this one. */
export function wantsNode(spec: JsonObject, { metadata }: KubeObject): boolean {
  const labels = metadata.labels ?? {}
  const byLabel = Object.entries(textsAt(spec, 'nodeSelector')).every(([key, value]) => labels[key] === value)
  const required = objectAt(spec, 'affinity', 'nodeAffinity', 'requiredDuringSchedulingIgnoredDuringExecution')
  const terms = objectsAt(required, 'nodeSelectorTerms')
  const fits = (term: JsonObject) =>
    objectsAt(term, 'matchExpressions').every((each) => matchesTerm(each, labels)) &&
    objectsAt(term, 'matchFields').every((each) => matchesTerm(each, { 'metadata.name': metadata.name }))
  return byLabel && (terms.length === 0 || terms.some(fits))
}

/** The only node that a pod can be on, where it names one. */
export function namedNode(spec: JsonObject): string | undefined {
  const required = objectAt(spec, 'affinity', 'nodeAffinity', 'requiredDuringSchedulingIgnoredDuringExecution')
  const [field] = objectsAt(required, 'nodeSelectorTerms').flatMap((term) => objectsAt(term, 'matchFields'))
  const [name] = Array.isArray(field?.values) ? field.values : []
  return typeof name === 'string' ? name : undefined
}
