import type { Api } from '../api.ts'
import type { JsonObject } from '../json.ts'
import type { Resource } from '../resources/resource.ts'
import { remoteVersions } from './remote.ts'

/** Whether a client understands everything in one document. */
export const wantsAggregated = (accept: string): boolean =>
  accept
    .split(',')
    .some((wish) => wish.includes('as=APIGroupDiscoveryList') && wish.includes('v=v2') && !wish.includes('v=v2beta1'))

interface Version {
  readonly version: string
  readonly resources: readonly Resource[]
}

/** The versions of a group, the newest first; the order in which kubectl prefers them. */
function versionsOf(resources: readonly Resource[]): readonly Version[] {
  const names = [...new Set(resources.map(({ version }) => version))].sort((a, b) => rank(b) - rank(a))
  return names.map((version) => ({ version, resources: resources.filter((each) => each.version === version) }))
}

function rank(version: string): number {
  const [, major = '0', stage, minor = '0'] = /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(version) ?? []
  const stable = stage === undefined ? 2 : stage === 'beta' ? 1 : 0
  return stable * 1e6 + Number(major) * 1e3 + Number(minor)
}

function groupsOf({ registry }: Api): ReadonlyMap<string, readonly Version[]> {
  const all = registry.all()
  const names = new Set(all.map(({ group }) => group))
  return new Map([...names].map((name) => [name, versionsOf(all.filter(({ group }) => group === name))]))
}

/** Everything in one document: the core group, or all others. */
export function aggregatedDiscovery(api: Api, part: 'core' | 'groups'): JsonObject {
  const groups = [...groupsOf(api)].filter(([group]) => (group === '') === (part === 'core'))
  const stale = part === 'core' ? [] : remoteGroups(api)
  return {
    kind: 'APIGroupDiscoveryList',
    apiVersion: 'apidiscovery.k8s.io/v2',
    metadata: {},
    items: [
      ...groups.map(([name, versions]) => ({
        metadata: { ...(name === '' ? {} : { name }), creationTimestamp: null },
        versions: versions.map(({ version, resources }) => ({
          version,
          freshness: 'Current',
          resources: resources.map(discovered),
        })),
      })),
      ...stale.map(([name, versions]) => ({
        metadata: { name, creationTimestamp: null },
        versions: versions.map(({ version }) => ({ version, freshness: 'Stale' })),
      })),
    ],
  }
}

/** The groups that other servers are said to serve; of what is in them nothing is known. */
function remoteGroups(api: Api): readonly (readonly [string, readonly Version[]])[] {
  const remote = remoteVersions(api)
  const versions = (name: string) => remote.filter(({ group }) => group === name)
  const names = [...new Set(remote.map(({ group }) => group))]
  return names.map((name) => [name, versions(name).map(({ version }) => ({ version, resources: [] }))])
}

function discovered(resource: Resource): JsonObject {
  const { group, version, kind } = resource
  return {
    resource: resource.resource,
    responseKind: { group, version, kind },
    scope: resource.namespaced ? 'Namespaced' : 'Cluster',
    singularResource: resource.singular,
    verbs: resource.verbs,
    ...(resource.shortNames.length === 0 ? {} : { shortNames: resource.shortNames }),
    ...(resource.categories.length === 0 ? {} : { categories: resource.categories }),
    subresources: resource.subresources.map((each) => ({
      subresource: each.name,
      responseKind: { group, version, ...each.foreign, kind: each.kind },
      verbs: each.verbs,
    })),
  }
}

/** The list of groups, for older clients. */
export const groupList = (api: Api): JsonObject => ({
  kind: 'APIGroupList',
  apiVersion: 'v1',
  groups: [...groupsOf(api), ...remoteGroups(api)]
    .filter(([group]) => group !== '')
    .map(([group, versions]) => describe(group, versions)),
})

/** One group. */
export function groupOf(api: Api, group: string): JsonObject | undefined {
  const versions = groupsOf(api).get(group) ?? new Map(remoteGroups(api)).get(group)
  return versions === undefined ? undefined : { kind: 'APIGroup', apiVersion: 'v1', ...describe(group, versions) }
}

function describe(name: string, versions: readonly Version[]): JsonObject {
  const list = versions.map(({ version }) => ({ groupVersion: `${name}/${version}`, version }))
  return { name, versions: list, preferredVersion: list[0] }
}

/** The resources of one version of a group, for older clients. */
export function resourceList({ registry }: Api, group: string, version: string): JsonObject | undefined {
  const resources = registry.all().filter((each) => each.group === group && each.version === version)
  if (resources.length === 0) return undefined
  return {
    kind: 'APIResourceList',
    apiVersion: 'v1',
    groupVersion: group === '' ? version : `${group}/${version}`,
    resources: resources.flatMap((each) => [listed(each), ...each.subresources.map((sub) => listedBelow(each, sub))]),
  }
}

const listed = (each: Resource): JsonObject => ({
  name: each.resource,
  singularName: each.singular,
  namespaced: each.namespaced,
  kind: each.kind,
  verbs: each.verbs,
  ...(each.shortNames.length === 0 ? {} : { shortNames: each.shortNames }),
  ...(each.categories.length === 0 ? {} : { categories: each.categories }),
})

const listedBelow = (each: Resource, sub: Resource['subresources'][number]): JsonObject => ({
  name: `${each.resource}/${sub.name}`,
  singularName: '',
  namespaced: each.namespaced,
  ...sub.foreign,
  kind: sub.kind,
  verbs: sub.verbs,
})
