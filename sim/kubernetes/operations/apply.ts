import { type Api, newUid, timestamp } from '../api.ts'
import { applyFields } from '../fields/managers.ts'
import { isObject, type Json, type JsonObject, objectAt, textAt } from '../json.ts'
import type { KubeObject } from '../object.ts'
import { groupVersion, hasSubresource, type Resource } from '../resources/resource.ts'
import { misfitsOf } from '../schema/check.ts'
import { badRequest, invalid, notFound, Refusal } from '../status.ts'
import { keepNew } from './create.ts'
import { hasGeneration } from './generation.ts'
import { type Target, targetKey, type WriteOptions } from './request.ts'
import { keepChanged } from './update.ts'

/** How a configuration is applied. */
export interface ApplyOptions extends WriteOptions {
  /** Whether to take over fields that others own. */
  readonly force: boolean
  readonly subresource?: string | undefined
}

/** Applies a configuration on the server's side; creates the object where there is none. */
export function applyObject(
  api: Api,
  target: Target,
  body: Json,
  options: ApplyOptions,
): { readonly object: KubeObject; readonly created: boolean } {
  const { resource } = target
  if (options.manager === '')
    throw invalid({ group: 'meta.k8s.io', kind: 'PatchOptions' }, '', [
      { reason: 'FieldValueRequired', message: 'Required value: is required for apply patch', field: 'fieldManager' },
    ])
  const applied = readConfiguration(target, body)
  const live = api.store.get(resource.storage, targetKey(target))
  const writer = {
    manager: options.manager,
    apiVersion: groupVersion(resource),
    time: timestamp(api),
    subresource: options.subresource,
    force: options.force,
  }
  if (live === undefined) {
    if (options.subresource !== undefined) throw notFound(resource, target.name)
    const { managers } = applyFields(undefined, applied, resource.type, writer)
    const object = keepNew(api, resource, newObject(api, target, applied), options, managers)
    return { object, created: true }
  }
  const before = { object: live, managers: live.metadata.managedFields ?? [] }
  const { object, managers } = applyFields(before, applied, resource.type, writer)
  return {
    object: keepChanged(api, target, live, object, { ...options, managers, subresource: options.subresource }),
    created: false,
  }
}

function readConfiguration(target: Target, body: Json): JsonObject {
  const { resource, namespace, name } = target
  if (!isObject(body)) throw badRequest('error decoding YAML: the configuration is no object')
  const version = groupVersion(resource)
  if (textAt(body, 'apiVersion') !== version || textAt(body, 'kind') !== resource.kind)
    throw badRequest(
      `failed to create manager for existing fields: the configuration is of ${textAt(body, 'apiVersion')}, Kind=${textAt(body, 'kind')}, not of ${version}, Kind=${resource.kind}`,
    )
  const metadata = objectAt(body, 'metadata')
  if (metadata.managedFields !== undefined && metadata.managedFields !== null)
    throw badRequest('metadata.managedFields must be nil')
  const own = textAt(metadata, 'name')
  if (own !== '' && own !== name)
    throw badRequest(`the name of the object (${own}) does not match the name on the URL (${name})`)
  const { unknown, wrong } = misfitsOf(body, resource.type)
  const faults = [
    ...unknown.map((path) => `.${path}: field not declared in schema`),
    ...wrong.map(({ path, expected, got }) => `.${path}: expected ${words(expected)}, got ${got}`),
  ]
  if (faults.length > 0 && resource.custom === undefined) {
    const subject = `${namespace === undefined ? '' : namespace}/${name}; ${version}, Kind=${resource.kind}`
    const text = faults.length === 1 ? faults[0] : `errors:\n${faults.map((fault) => `  ${fault}`).join('\n')}`
    throw new Refusal(500, '', `failed to create typed patch object (${subject}): ${text}`)
  }
  return withoutStatus(resource, {
    ...body,
    metadata: { ...metadata, name, ...(namespace === undefined ? {} : { namespace }) },
  })
}

const words = (expected: string): string =>
  expected === 'int32' || expected === 'float64' ? 'numeric (int or float)' : expected === '[]' ? 'list' : expected

/** The status is applied by its own way only; a configuration that mentions it does not own it. */
function withoutStatus(resource: Resource, body: JsonObject): JsonObject {
  if (!hasSubresource(resource, 'status')) return body
  const { status: _, ...rest } = body
  return rest
}

function newObject(api: Api, { resource, namespace, name }: Target, applied: JsonObject): KubeObject {
  return {
    ...applied,
    apiVersion: groupVersion(resource),
    kind: resource.kind,
    metadata: {
      ...objectAt(applied, 'metadata'),
      name,
      ...(namespace === undefined ? {} : { namespace }),
      uid: newUid(),
      resourceVersion: '',
      creationTimestamp: timestamp(api),
      ...(hasGeneration(resource) ? { generation: 1 } : {}),
    },
  }
}
