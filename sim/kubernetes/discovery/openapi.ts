import { createHash } from 'node:crypto'
import type { Api } from '../api.ts'
import { type Json, type JsonObject, objectAt } from '../json.ts'
import type { Resource } from '../resources/resource.ts'
import type { Scalar, Type } from '../schema/type.ts'

const pathOf = ({ group, version }: Resource): string => (group === '' ? `api/${version}` : `apis/${group}/${version}`)

/** The list of documents, one per version of a group. */
export function openApiIndex(api: Api): JsonObject {
  const paths = [...new Set(api.registry.all().map(pathOf))]
  const hash = (path: string) => {
    const kinds = api.registry.all().filter((each) => pathOf(each) === path)
    return createHash('sha256')
      .update(JSON.stringify(kinds.map(({ kind, custom }) => [kind, custom])))
      .digest('hex')
  }
  return {
    paths: Object.fromEntries(
      paths.map((path) => [path, { serverRelativeURL: `/openapi/v3/${path}?hash=${hash(path)}` }]),
    ),
  }
}

/** The document of one version of a group: its paths, and the types that they need. */
export function openApiOf({ registry, state }: Api, path: string): JsonObject | undefined {
  const resources = registry.all().filter((each) => pathOf(each) === path)
  if (resources.length === 0) return undefined
  const schemas = new Map<string, JsonObject>()
  const paths = resources.flatMap((resource) => {
    const name = schemaName(resource)
    const schema =
      resource.custom === undefined
        ? structSchema(resource.type, schemas)
        : customSchema(resource.custom.schema, schemaOf(registry.typeNamed('meta.v1.ObjectMeta'), schemas))
    schemas.set(name, { ...schema, 'x-kubernetes-group-version-kind': [kindOf(resource)] })
    return pathsOf(resource, name)
  })
  return {
    openapi: '3.0.0',
    info: { title: 'Kubernetes', version: state.version },
    paths: Object.fromEntries(paths),
    components: { schemas: Object.fromEntries(schemas) },
  }
}

/** The schema of a custom resource as its definition has it, with what every object has. */
function customSchema(schema: JsonObject, metadata: JsonObject): JsonObject {
  const text = { type: 'string' }
  return { ...schema, properties: { ...objectAt(schema, 'properties'), apiVersion: text, kind: text, metadata } }
}

const kindOf = ({ group, version, kind }: Resource): JsonObject => ({ group, version, kind })

const schemaName = (resource: Resource): string =>
  resource.custom === undefined && resource.type.kind === 'struct'
    ? `io.k8s.api.${resource.type.name}`
    : `${resource.group.split('.').toReversed().join('.')}.${resource.version}.${resource.kind}`

const query = (name: string, type = 'string'): JsonObject => ({
  name,
  in: 'query',
  schema: { type, uniqueItems: true },
})

// What kubectl looks for before it relies on it.
const WRITE_PARAMETERS = [query('dryRun'), query('fieldManager'), query('fieldValidation')]

function pathsOf(resource: Resource, name: string): readonly [string, JsonObject][] {
  const base = `/${pathOf(resource)}/${resource.namespaced ? 'namespaces/{namespace}/' : ''}${resource.resource}`
  const content = { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } }
  const operation = (action: string, parameters: readonly Json[]): JsonObject => ({
    operationId: `${action}${resource.group.split('.')[0]}${resource.version}${resource.kind}`,
    parameters,
    responses: { '200': { description: 'OK', content } },
    'x-kubernetes-action': action,
    'x-kubernetes-group-version-kind': kindOf(resource),
  })
  const has = (verb: string) => resource.verbs.includes(verb)
  const collection: JsonObject = {
    ...(has('list') ? { get: operation('list', []) } : {}),
    ...(has('create') ? { post: operation('post', WRITE_PARAMETERS) } : {}),
  }
  const single: JsonObject = {
    ...(has('get') ? { get: operation('get', []) } : {}),
    ...(has('update') ? { put: operation('put', WRITE_PARAMETERS) } : {}),
    ...(has('patch') ? { patch: operation('patch', [...WRITE_PARAMETERS, query('force', 'boolean')]) } : {}),
    ...(has('delete') ? { delete: operation('delete', [query('dryRun')]) } : {}),
  }
  return [
    [base, collection],
    [`${base}/{name}`, single],
  ]
}

const SCALARS: { readonly [S in Scalar]: JsonObject } = {
  text: { type: 'string' },
  integer: { type: 'integer', format: 'int32' },
  number: { type: 'number', format: 'double' },
  flag: { type: 'boolean' },
  time: { type: 'string', format: 'date-time' },
  bytes: { type: 'string', format: 'byte' },
  quantity: { oneOf: [{ type: 'string' }, { type: 'number' }] },
  'number-or-text': { format: 'int-or-string', oneOf: [{ type: 'integer' }, { type: 'string' }] },
  any: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
}

/** The schema of a type; structs with a name of their own go among the schemas and are pointed to. */
function schemaOf(type: Type, schemas: Map<string, JsonObject>): JsonObject {
  switch (type.kind) {
    case 'scalar':
      return SCALARS[type.scalar]
    case 'map':
      return {
        type: 'object',
        additionalProperties: schemaOf(type.of(), schemas),
        ...(type.atomic ? { 'x-kubernetes-map-type': 'atomic' } : {}),
      }
    case 'list':
      return { type: 'array', items: schemaOf(type.of(), schemas), ...relationOf(type) }
    case 'struct': {
      if (!type.name.includes('.')) return structSchema(type, schemas)
      const name = `io.k8s.api.${type.name}`
      if (!schemas.has(name)) {
        // Noted before it is written, since types may contain themselves.
        schemas.set(name, {})
        schemas.set(name, structSchema(type, schemas))
      }
      return { allOf: [{ $ref: `#/components/schemas/${name}` }] }
    }
  }
}

function relationOf({ relation, mergeKey }: Type & { kind: 'list' }): JsonObject {
  const keys = relation.kind === 'map' ? { 'x-kubernetes-list-map-keys': relation.keys } : {}
  const merge =
    mergeKey === undefined
      ? {}
      : {
          'x-kubernetes-patch-strategy': 'merge',
          ...(mergeKey === '' ? {} : { 'x-kubernetes-patch-merge-key': mergeKey }),
        }
  return { 'x-kubernetes-list-type': relation.kind, ...keys, ...merge }
}

function structSchema(type: Type, schemas: Map<string, JsonObject>): JsonObject {
  if (type.kind !== 'struct') return schemaOf(type, schemas)
  const required = [...type.fields].filter(([, field]) => field.required).map(([name]) => name)
  return {
    type: 'object',
    properties: Object.fromEntries([...type.fields].map(([name, field]) => [name, schemaOf(field.type(), schemas)])),
    ...(required.length === 0 ? {} : { required }),
    ...(type.atomic ? { 'x-kubernetes-map-type': 'atomic' } : {}),
  }
}
