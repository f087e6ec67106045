import type { Kind, KubernetesObject } from './kinds.ts'

/** Where a kind lives, without its type. */
export type Place = Omit<Kind<KubernetesObject>, 'object'>

/** An object by its name. */
export interface Reference {
  readonly namespace?: string | undefined
  readonly name: string
}

/** The path of all objects of a kind, or of those in a namespace. */
export function collectionPath({ apiVersion, plural, namespaced }: Place, namespace?: string): string {
  const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`
  const within = namespaced && namespace !== undefined ? `/namespaces/${encodeURIComponent(namespace)}` : ''
  return `${root}${within}/${plural}`
}

/** The path of one object, or of something below it. */
export function objectPath(place: Place, { namespace, name }: Reference, subresource?: string): string {
  const below = subresource === undefined ? '' : `/${subresource}`
  return `${collectionPath(place, namespace)}/${encodeURIComponent(name)}${below}`
}
