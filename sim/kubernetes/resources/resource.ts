import type { JsonObject } from '../json.ts'
import type { Type } from '../schema/type.ts'

/** Something that is served below a resource. */
export interface Subresource {
  readonly name: string
  readonly kind: string
  /** The group and version of the kind, where it is another group's. */
  readonly foreign?: { readonly group: string; readonly version: string }
  readonly verbs: readonly string[]
}

/** A resource in one version, as the API serves it. */
export interface Resource {
  readonly group: string
  readonly version: string
  readonly resource: string
  readonly singular: string
  readonly kind: string
  readonly listKind: string
  readonly namespaced: boolean
  readonly verbs: readonly string[]
  readonly shortNames: readonly string[]
  readonly categories: readonly string[]
  readonly subresources: readonly Subresource[]
  /** Where its objects are kept, the same for all versions. */
  readonly storage: string
  readonly type: Type
  /** What a custom resource is checked and printed by. */
  readonly custom?: CustomVersion
}

/** One version of a custom resource definition. */
export interface CustomVersion {
  readonly schema: JsonObject
  readonly columns: readonly JsonObject[]
}

/** `group/version`, or the version alone for the core group. */
export const groupVersion = ({ group, version }: { readonly group: string; readonly version: string }): string =>
  group === '' ? version : `${group}/${version}`

/** Whether a subresource is served. */
export const hasSubresource = (resource: Resource, name: string): boolean =>
  resource.subresources.some((each) => each.name === name)
