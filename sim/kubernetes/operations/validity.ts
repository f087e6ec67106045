import { isList, type Json, type JsonObject, objectAt, objectsAt, textAt } from '../json.ts'
import type { KubeObject } from '../object.ts'
import type { Resource } from '../resources/resource.ts'
import { misfitsOf } from '../schema/check.ts'
import { schemaFaults } from '../schema/custom-check.ts'
import { invalid, type StatusCause } from '../status.ts'
import { IP_ADDRESSES } from './ip-addresses.ts'
import { addressNameFaults, rangeFaults } from './range-validity.ts'

const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/
// Names of roles and their bindings are only parts of a path.
const LOOSE = /^(?!\.{1,2}$)[^/%]+$/
const LOOSE_GROUPS = new Set(['rbac.authorization.k8s.io'])

const SUBDOMAIN_FAULT =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end " +
  "with an alphanumeric character (e.g. 'example.com', regex used for validation is " +
  "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"

/** Refuses an object that its resource does not allow. */
export function requireValid(resource: Resource, object: KubeObject): void {
  const causes = [
    ...nameFaults(resource, object),
    ...contentFaults(resource, object),
    ...containerFaults(object),
    ...portFaults(object),
    ...rangeFaults(object),
  ]
  if (causes.length > 0) throw invalid(resource, object.metadata.name, causes)
}

function nameFaults(resource: Resource, { metadata: { name } }: KubeObject): readonly StatusCause[] {
  if (resource.storage === IP_ADDRESSES) return addressNameFaults(name)
  const pattern = LOOSE_GROUPS.has(resource.group) ? LOOSE : SUBDOMAIN
  if (name.length <= 253 && pattern.test(name)) return []
  const why = name.length > 253 ? 'must be no more than 253 characters' : SUBDOMAIN_FAULT
  return [
    { reason: 'FieldValueInvalid', field: 'metadata.name', message: `Invalid value: ${JSON.stringify(name)}: ${why}` },
  ]
}

function contentFaults(resource: Resource, object: KubeObject): readonly StatusCause[] {
  if (resource.custom !== undefined) {
    const { metadata: _, ...content } = object
    return schemaFaults(content, resource.custom.schema)
  }
  const { missing } = misfitsOf(object, resource.type)
  return missing
    .filter((field) => !field.startsWith('status') && !WRITTEN_BY_SERVER.has(field))
    .map((field) => ({ reason: 'FieldValueRequired', field, message: 'Required value' }))
}

// Required by the schema, but filled in by the server or allowed to be empty.
const WRITTEN_BY_SERVER = new Set([
  'spec.names.singular',
  'spec.names.listKind',
  'spec.conversion.strategy',
  'metadata',
  'spec.containers[0].resources',
])

const LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/
const LABEL_FAULT =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an " +
  "alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')"

/** What is wrong with the containers of a pod, or of a template of pods. */
function containerFaults({ kind, spec = {} }: KubeObject): readonly StatusCause[] {
  const path = kind === 'Pod' ? [] : ['template', 'spec']
  const list = objectAt(spec, ...path).containers
  const place = ['spec', ...path, 'containers'].join('.')
  const required = (field: string) => ({ reason: 'FieldValueRequired', field, message: 'Required value' })
  if (isList(list) && list.length === 0) return [required(place)]
  return objectsAt(spec, ...path, 'containers').flatMap((container, index) => {
    const name = textAt(container, 'name')
    const field = `${place}[${index}].name`
    const image = textAt(container, 'image') === '' ? [required(`${place}[${index}].image`)] : []
    if (name === '' || LABEL.test(name)) return image
    const message = `Invalid value: ${JSON.stringify(name)}: ${LABEL_FAULT}`
    return [{ reason: 'FieldValueInvalid', field, message }, ...image]
  })
}

/** Names of ports are told apart: those of a service, and those of each container. */
function portFaults({ kind, spec = {} }: KubeObject): readonly StatusCause[] {
  if (kind === 'Service') return [...repeated(objectsAt(spec, 'ports'), 'spec.ports'), ...affinityFaults(spec)]
  const path = kind === 'Pod' ? [] : ['template', 'spec']
  return objectsAt(spec, ...path, 'containers').flatMap((container, index) =>
    repeated(objectsAt(container, 'ports'), ['spec', ...path, `containers[${index}]`, 'ports'].join('.')),
  )
}

function repeated(ports: readonly JsonObject[], field: string): readonly StatusCause[] {
  const names = ports.map((port) => textAt(port, 'name'))
  return names.flatMap((name, at) =>
    name === '' || names.indexOf(name) === at
      ? []
      : [{ reason: 'FieldValueDuplicate', field: `${field}[${at}].name`, message: `Duplicate value: "${name}"` }],
  )
}

function affinityFaults(spec: Json): readonly StatusCause[] {
  const affinity = textAt(spec, 'sessionAffinity')
  if (affinity === '' || affinity === 'ClientIP' || affinity === 'None') return []
  const message = `Unsupported value: ${JSON.stringify(affinity)}: supported values: "ClientIP", "None"`
  return [{ reason: 'FieldValueNotSupported', field: 'spec.sessionAffinity', message }]
}
