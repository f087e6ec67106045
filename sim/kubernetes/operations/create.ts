import { type Api, nameSuffix, newUid, timestamp } from '../api.ts'
import { updateFields } from '../fields/managers.ts'
import { type Json, type JsonObject, objectAt, textAt } from '../json.ts'
import { type KubeObject, keyOf, type Metadata } from '../object.ts'
import { groupVersion, hasSubresource, type Resource } from '../resources/resource.ts'
import { alreadyExists, badRequest, invalid, notFound, Refusal } from '../status.ts'
import { admitNew } from './admission.ts'
import { settledService } from './cluster-ip.ts'
import { decode } from './decode.ts'
import { hasGeneration } from './generation.ts'
import { withAddresses } from './ip-addresses.ts'
import type { WriteOptions } from './request.ts'
import { requireValid } from './validity.ts'

/** Where a new object goes. */
export interface NewTarget {
  readonly resource: Resource
  readonly namespace?: string | undefined
}

/** Creates an object from what was sent. */
export function createObject(api: Api, target: NewTarget, body: Json, options: WriteOptions): KubeObject {
  const { resource } = target
  const sent = decode(body, resource, options)
  const metadata = newMetadata(api, target, sent)
  const plain =
    hasSubresource(resource, 'status') && !KEEPS_STATUS.has(resource.storage) ? without(sent, 'status') : sent
  const object: KubeObject = { ...plain, apiVersion: groupVersion(resource), kind: resource.kind, metadata }
  return keepNew(api, resource, object, options)
}

// The kubelet sends its node with the status in one go.
const KEEPS_STATUS = new Set(['/nodes'])

/** Completes, checks and keeps an object that is new; `managers` when an applied configuration has settled them. */
export function keepNew(
  api: Api,
  resource: Resource,
  object: KubeObject,
  options: WriteOptions,
  managers?: Metadata['managedFields'],
): KubeObject {
  const { store } = api
  const key = keyOf(object.metadata)
  if (store.get(resource.storage, key) !== undefined) throw alreadyExists(resource, object.metadata.name)
  requireNamespace(api, resource, object.metadata.namespace)
  const complete = admitNew(api, resource, object, options)
  requireValid(resource, complete)
  const writer = { manager: options.manager, apiVersion: groupVersion(resource), time: timestamp(api) }
  const managedFields = managers ?? updateFields(undefined, complete, resource.type, writer)
  const owned: KubeObject = { ...complete, metadata: { ...complete.metadata, managedFields } }
  const kept = settledService(api, owned)
  if (options.dryRun === true) return kept
  return withAddresses(api, undefined, kept, () => store.put(resource.storage, kept))
}

function newMetadata(api: Api, { resource, namespace }: NewTarget, sent: JsonObject): Metadata {
  const given = objectAt(sent, 'metadata')
  const base = textAt(given, 'generateName')
  const name = textAt(given, 'name') || (base === '' ? '' : base + nameSuffix())
  if (name === '')
    throw invalid(resource, '', [
      {
        reason: 'FieldValueRequired',
        message: 'Required value: name or generateName is required',
        field: 'metadata.name',
      },
    ])
  const own = textAt(given, 'namespace')
  if (namespace !== undefined && own !== '' && own !== namespace)
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request')
  const { managedFields: _, resourceVersion, uid: _uid, selfLink: _link, namespace: _ns, ...rest } = given
  if (typeof resourceVersion === 'string' && resourceVersion !== '')
    throw new Refusal(500, '', 'resourceVersion should not be set on objects to be created')
  return {
    ...rest,
    name,
    ...(namespace === undefined ? {} : { namespace }),
    uid: newUid(),
    resourceVersion: '',
    creationTimestamp: timestamp(api),
    ...(hasGeneration(resource) ? { generation: 1 } : {}),
  }
}

function requireNamespace({ store }: Api, resource: Resource, namespace: string | undefined): void {
  if (namespace === undefined) return
  const found = store.get('/namespaces', namespace)
  if (found === undefined) throw notFound({ group: '', resource: 'namespaces' }, namespace)
  if (found.metadata.deletionTimestamp === undefined) return
  const message = `unable to create new content in namespace ${namespace} because it is being terminated`
  throw new Refusal(403, 'Forbidden', `${resource.resource} is forbidden: ${message}`, {
    kind: resource.resource,
    causes: [
      {
        reason: 'NamespaceTerminating',
        message: `namespace ${namespace} is being terminated`,
        field: 'metadata.namespace',
      },
    ],
  })
}

function without(object: JsonObject, key: string): JsonObject {
  const { [key]: _, ...rest } = object
  return rest
}
