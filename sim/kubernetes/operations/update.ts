import { type Api, timestamp } from '../api.ts'
import { updateFields } from '../fields/managers.ts'
import { type Json, type JsonObject, objectAt, sameJson, textAt, textsAt } from '../json.ts'
import type { KubeObject, Metadata } from '../object.ts'
import { groupVersion, hasSubresource } from '../resources/resource.ts'
import { conflict, invalid, notFound, stale } from '../status.ts'
import { complete } from './admission.ts'
import { settledService } from './cluster-ip.ts'
import { decode } from './decode.ts'
import { hasGeneration, meansChange } from './generation.ts'
import { withAddresses } from './ip-addresses.ts'
import { refuseMovedRange } from './range-validity.ts'
import { type Target, targetKey, type WriteOptions } from './request.ts'
import { requireValid } from './validity.ts'

/** A change of an object that is there. */
export interface Update extends WriteOptions {
  /** The part that is changed; the object itself where it is absent. */
  readonly subresource?: string | undefined
  /** Who owns what afterwards, when an applied configuration has settled it. */
  readonly managers?: Metadata['managedFields']
}

/** Finds an object or refuses. */
export function requireObject({ store }: Api, target: Target): KubeObject {
  const found = store.get(target.resource.storage, targetKey(target))
  if (found === undefined) throw notFound(target.resource, target.name)
  return found
}

/** Replaces an object, or one of its parts, by what was sent. */
export function replaceObject(api: Api, target: Target, body: Json, update: Update): KubeObject {
  const live = requireObject(api, target)
  const sent = decode(body, target.resource, update)
  requireRevision(target, sent)
  return keepChanged(api, target, live, sent, update)
}

/** Custom resources are replaced only by who has seen them. */
function requireRevision({ resource, name }: Target, sent: JsonObject): void {
  if (resource.custom === undefined || textAt(sent, 'metadata', 'resourceVersion') !== '') return
  const message = 'Invalid value: 0: must be specified for an update'
  const plural = { group: resource.group, kind: resource.resource }
  throw invalid(plural, name, [{ reason: 'FieldValueInvalid', field: 'metadata.resourceVersion', message }])
}

/** Checks and keeps a changed object; nothing happens where nothing differs. */
export function keepChanged(api: Api, target: Target, live: KubeObject, sent: JsonObject, update: Update): KubeObject {
  const { resource } = target
  refuseStale(target, live, objectAt(sent, 'metadata'))
  const merged = partOf(target, live, sent, update.subresource)
  const whole = { ...merged, metadata: metadataAfter(live, objectAt(sent, 'metadata'), update) }
  const object = update.subresource === 'status' ? whole : complete(resource, whole)
  const generation = live.metadata.generation
  const counted = hasGeneration(resource) && generation !== undefined && meansChange(live, object)
  const changed = counted ? { ...object, metadata: { ...object.metadata, generation: generation + 1 } } : object
  if (update.subresource !== 'status') {
    requireValid(resource, changed)
    refuseMovedRange(live, changed)
  }
  const managedFields = update.managers ?? ownersAfter(api, target, live, changed, update)
  const owned: KubeObject = { ...changed, metadata: { ...changed.metadata, managedFields } }
  const kept = settledService(api, owned, live)
  if (sameJson(withoutTimes(live), withoutTimes(kept))) return live
  if (update.dryRun === true) return kept
  return store(api, target, kept)
}

/** Keeps an object, or lets it go when it was only waiting for its last finalizer. */
function store(api: Api, target: Target, object: KubeObject): KubeObject {
  const { storage } = target.resource
  const { deletionTimestamp, finalizers = [], deletionGracePeriodSeconds = 0 } = object.metadata
  const held = finalizers.length > 0 || (storage === '/namespaces' && namespaceHeld(object))
  const before = api.store.get(storage, targetKey(target))
  if (deletionTimestamp === undefined || held || deletionGracePeriodSeconds > 0)
    return withAddresses(api, before, object, () => api.store.put(storage, object))
  api.store.put(storage, object)
  return withAddresses(api, before, undefined, () => api.store.remove(storage, targetKey(target)) ?? object)
}

const namespaceHeld = (object: KubeObject): boolean => {
  const { finalizers } = objectAt(object, 'spec')
  return Array.isArray(finalizers) && finalizers.length > 0
}

function refuseStale({ resource, name }: Target, { metadata }: KubeObject, sent: JsonObject): void {
  const revision = textAt(sent, 'resourceVersion')
  if (revision !== '' && revision !== metadata.resourceVersion) throw stale(resource, name)
  const uid = textAt(sent, 'uid')
  if (uid !== '' && uid !== metadata.uid)
    throw conflict(
      resource,
      name,
      `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${metadata.uid}`,
    )
  const own = textAt(sent, 'name')
  if (own !== '' && own !== metadata.name)
    throw invalid(resource, name, [
      { reason: 'FieldValueInvalid', field: 'metadata.name', message: `Invalid value: "${own}": field is immutable` },
    ])
}

/** What a change may touch: the status by its own way only, and nothing else by that way. */
function partOf({ resource }: Target, live: KubeObject, sent: JsonObject, subresource: string | undefined): KubeObject {
  if (subresource === 'status') return { ...live, ...(sent.status === undefined ? {} : { status: sent.status }) }
  const { apiVersion, kind } = live
  if (!hasSubresource(resource, 'status')) return { ...sent, apiVersion, kind, metadata: live.metadata }
  const { status: _, ...rest } = sent
  return {
    ...rest,
    apiVersion,
    kind,
    metadata: live.metadata,
    ...(live.status === undefined ? {} : { status: live.status }),
  }
}

function metadataAfter(live: KubeObject, sent: JsonObject, { subresource }: Update): Metadata {
  const { metadata } = live
  if (subresource === 'status') {
    const annotations = sent.annotations === undefined ? metadata.annotations : textsAt(sent, 'annotations')
    const labels = sent.labels === undefined ? metadata.labels : textsAt(sent, 'labels')
    return { ...metadata, ...given({ annotations, labels }) }
  }
  const { uid, name, namespace, creationTimestamp, resourceVersion, generation, managedFields } = metadata
  const { deletionTimestamp, deletionGracePeriodSeconds, generateName } = metadata
  const { managedFields: _f, creationTimestamp: _c, uid: _u, resourceVersion: _r, ...rest } = sent
  const kept = { namespace, generation, managedFields, deletionTimestamp, deletionGracePeriodSeconds, generateName }
  return { ...rest, name, uid, creationTimestamp, resourceVersion, ...given(kept) }
}

/** Only what is there: a key without value is no key. */
function given<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const found: { [K in keyof T]?: Exclude<T[K], undefined> } = {}
  return Object.assign(found, Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)))
}

function ownersAfter(api: Api, target: Target, live: KubeObject, changed: KubeObject, update: Update) {
  const writer = {
    manager: update.manager,
    apiVersion: groupVersion(target.resource),
    time: timestamp(api),
    subresource: update.subresource,
  }
  const before = { object: live, managers: live.metadata.managedFields ?? [] }
  return updateFields(before, changed, target.resource.type, writer)
}

function withoutTimes({ metadata, ...rest }: KubeObject): JsonObject {
  const { managedFields: entries = [], resourceVersion: _, ...others } = metadata
  return { ...rest, metadata: { ...others, managedFields: entries.map(({ time: _time, ...entry }) => entry) } }
}
