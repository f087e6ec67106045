import { isObject, type Json, type JsonObject, listAt, objectAt, objectsAt, textAt } from '../json.ts'
import type { KubeObject } from '../object.ts'
import { customType } from '../schema/custom-type.ts'
import { createTypes } from '../schema/notation.ts'
import { ANY, type Type } from '../schema/type.ts'
import type { Store } from '../store/store.ts'
import { kinds } from '../tables/kinds.gen.ts'
import { resourceRows } from '../tables/resources.gen.ts'
import type { Resource, Subresource } from './resource.ts'
import type { ResourceRow } from './resource-row.ts'

/** Where custom resource definitions are kept. */
export const DEFINITIONS = 'apiextensions.k8s.io/customresourcedefinitions'

/** Knows what is served. */
export interface Registry {
  /** Everything that is served at the moment. */
  readonly all: () => readonly Resource[]
  readonly find: (group: string, version: string, resource: string) => Resource | undefined
  /** By what an object calls itself. */
  readonly ofKind: (apiVersion: string, kind: string) => Resource | undefined
  /** In any version; insists. */
  readonly stored: (storage: string) => Resource
  readonly typeNamed: (name: string) => Type
}

/** Makes a registry of what is built in and of the definitions in a store. */
export function createRegistry(store: Store, version: string): Registry {
  const typeNamed = createTypes()
  const minor = Number(/^v\d+\.(\d+)/.exec(version)?.[1] ?? 0)
  const builtIn = resourceRows
    .filter((row) => minor >= (SINCE[`${row.group}/${row.resource}`] ?? 0))
    .map((row) => fromRow(row, typeNamed))
  const builtInByPath = new Map(builtIn.map((each) => [pathOf(each), each]))
  const read = new Map<string, { readonly revision: string; readonly resources: readonly Resource[] }>()

  const custom = (): readonly Resource[] =>
    store.list(DEFINITIONS).flatMap((definition) => {
      const { name, resourceVersion } = definition.metadata
      const known = read.get(name)
      if (known?.revision === resourceVersion) return known.resources
      const resources = isEstablished(definition) ? fromDefinition(definition, typeNamed('meta.v1.ObjectMeta')) : []
      read.set(name, { revision: resourceVersion, resources })
      return resources
    })
  const all = () => [...builtIn, ...custom()]
  return {
    all,
    typeNamed,
    find: (group, version, resource) =>
      builtInByPath.get(`${group}/${version}/${resource}`) ??
      custom().find((each) => each.group === group && each.version === version && each.resource === resource),
    ofKind(apiVersion, kind) {
      const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion]
      return all().find((each) => each.group === group && each.version === version && each.kind === kind)
    },
    stored(storage) {
      const found = all().find((each) => each.storage === storage)
      if (found === undefined) throw new Error(`nothing is kept as ${storage}`)
      return found
    },
  }
}

/** The release from which on something is served in its stable version, where older ones are simulated too. */
const SINCE: Readonly<Record<string, number>> = {
  'networking.k8s.io/ipaddresses': 33,
  'networking.k8s.io/servicecidrs': 33,
}

const pathOf = ({ group, version, resource }: Resource): string => `${group}/${version}/${resource}`

const words = (text: string): readonly string[] => (text === '' ? [] : text.split(' '))

function fromRow(row: ResourceRow, typeNamed: (name: string) => Type): Resource {
  const { short, categories, verbs, subresources, ...rest } = row
  const name = kinds[`${row.group}/${row.version}/${row.kind}`]
  return {
    ...rest,
    listKind: `${row.kind}List`,
    verbs: words(verbs),
    shortNames: words(short),
    categories: words(categories),
    subresources: Object.entries(subresources).map(([sub, text]): Subresource => {
      const [path = '', list = ''] = text.split(': ')
      const [kind = '', version, group] = path.split('/').toReversed()
      const own = { name: sub, kind, verbs: words(list) }
      return version === undefined || group === undefined ? own : { ...own, foreign: { group, version } }
    }),
    storage: `${row.group}/${row.resource}`,
    type: name === undefined ? ANY : typeNamed(name),
  }
}

/** Whether a definition is being served. */
export const isEstablished = (definition: JsonObject): boolean =>
  objectsAt(definition, 'status', 'conditions').some(({ type, status }) => type === 'Established' && status === 'True')

const CUSTOM_VERBS = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch']

const texts = (list: readonly Json[]): string[] => list.filter((item) => typeof item === 'string')

function fromDefinition(definition: KubeObject, metadata: Type): readonly Resource[] {
  const group = textAt(definition, 'spec', 'group')
  const names = objectAt(definition, 'spec', 'names')
  const resource = textAt(names, 'plural')
  const kind = textAt(names, 'kind')
  return objectsAt(definition, 'spec', 'versions')
    .filter(({ served }) => served === true)
    .map((version) => {
      const schema = objectAt(version, 'schema', 'openAPIV3Schema')
      return {
        group,
        version: textAt(version, 'name'),
        resource,
        singular: textAt(names, 'singular') || kind.toLowerCase(),
        kind,
        listKind: textAt(names, 'listKind') || `${kind}List`,
        namespaced: textAt(definition, 'spec', 'scope') === 'Namespaced',
        verbs: CUSTOM_VERBS,
        shortNames: texts(listAt(names, 'shortNames')),
        categories: texts(listAt(names, 'categories')),
        subresources: [
          ...(isObject(objectAt(version, 'subresources').status)
            ? [{ name: 'status', kind, verbs: ['get', 'patch', 'update'] }]
            : []),
        ],
        storage: `${group}/${resource}`,
        type: customType(schema, metadata),
        custom: { schema, columns: objectsAt(version, 'additionalPrinterColumns') },
      }
    })
}
