import type { JsonObject } from './json.ts'

// Aliases, not interfaces: only those count as JSON for the compiler.

/** Who owns an object. */
export type OwnerReference = {
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
  readonly uid: string
  readonly controller?: boolean
  readonly blockOwnerDeletion?: boolean
}

/** What one manager owns of an object. */
export type ManagedFields = {
  readonly manager: string
  readonly operation: 'Apply' | 'Update'
  readonly apiVersion: string
  readonly time?: string
  readonly fieldsType: 'FieldsV1'
  readonly fieldsV1: JsonObject
  readonly subresource?: string
}

/** What every object has. */
export type Metadata = {
  readonly name: string
  readonly generateName?: string
  readonly namespace?: string
  readonly uid: string
  readonly resourceVersion: string
  readonly generation?: number
  readonly creationTimestamp: string
  readonly deletionTimestamp?: string
  readonly deletionGracePeriodSeconds?: number
  readonly labels?: Readonly<Record<string, string>>
  readonly annotations?: Readonly<Record<string, string>>
  readonly ownerReferences?: readonly OwnerReference[]
  readonly finalizers?: readonly string[]
  readonly managedFields?: readonly ManagedFields[]
}

/** An object of the API as it is stored. */
export type KubeObject = JsonObject & {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: Metadata
}

/** How messages and keys call an object: `namespace/name`, or its name alone. */
export const keyOf = ({ name, namespace }: { readonly name: string; readonly namespace?: string }): string =>
  namespace === undefined ? name : `${namespace}/${name}`

/** The same object with other metadata. */
export function withMetadata(object: KubeObject, changes: Partial<Metadata>): KubeObject {
  return { ...object, metadata: { ...object.metadata, ...changes } }
}

/** The same object with fields of its metadata removed. */
export function withoutMetadata(object: KubeObject, ...names: readonly (keyof Metadata)[]): KubeObject {
  const metadata = { ...object.metadata }
  for (const name of names) Reflect.deleteProperty(metadata, name)
  return { ...object, metadata }
}
