import { UserError } from '../../user-error.ts'
import { isKubernetesError } from '../client/error.ts'
import type { Discover } from '../objects/discovery.ts'
import type { Place } from '../objects/paths.ts'
import type { ManifestObject } from './parse.ts'

/** The namespace of objects whose manifest says none. */
export const DEFAULT_NAMESPACE = 'default'

/** Where an object of a manifest lives; a kind that the cluster does not know is refused. */
export async function placeOf(find: Discover, { apiVersion, kind, metadata }: ManifestObject): Promise<Place> {
  const place = await find(apiVersion, kind)
  if (place !== undefined) return place
  throw new UserError('manifest-kind', `${kind} ${metadata.name}: the cluster knows no ${kind} in ${apiVersion}`, {
    hint: 'apply the CustomResourceDefinition with it, or check the version that the cluster serves',
  })
}

/** Where an object lives; an API of somebody else that is down is a value, since all others go on. */
export async function findPatiently(
  find: Discover,
  { apiVersion, kind }: Pick<ManifestObject, 'apiVersion' | 'kind'>,
): Promise<Place | { readonly silent: string } | undefined> {
  try {
    return await find(apiVersion, kind)
  } catch (error) {
    if (isKubernetesError(error, 'kubernetes-unavailable') && apiVersion.includes('.')) return { silent: error.message }
    throw error
  }
}

/** The object with the namespace that it gets where its manifest says none, or without one where it has none. */
export function inNamespace(object: ManifestObject, { namespaced }: Place): ManifestObject {
  const { namespace, ...metadata } = object.metadata
  if (!namespaced) return { ...object, metadata }
  return { ...object, metadata: { ...metadata, namespace: namespace ?? DEFAULT_NAMESPACE } }
}
