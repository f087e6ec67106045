import type { KubernetesClient } from '../client/client.ts'
import { isKubernetesError } from '../client/error.ts'
import type { Kind, KubernetesObject } from './kinds.ts'
import { objectPath, type Place, type Reference } from './paths.ts'
import { decode } from './read.ts'

/** Under which name this program owns fields. */
export const FIELD_MANAGER = 'talmox'

/** Changes parts of an object: maps are merged, null removes, everything else replaces. */
export async function mergeObject<T extends KubernetesObject>(
  client: KubernetesClient,
  kind: Kind<T>,
  reference: Reference,
  patch: object,
): Promise<T> {
  const answer = await client.request({
    method: 'PATCH',
    path: objectPath(kind, reference),
    query: { fieldManager: FIELD_MANAGER },
    contentType: 'application/merge-patch+json',
    body: patch,
    // The same merge twice is the same as once.
    repeatable: true,
  })
  return decode<T>(answer)
}

/** Deletes an object; false when there was none. */
export async function deleteObject(
  client: KubernetesClient,
  place: Place,
  reference: Reference,
  options: { readonly graceSeconds?: number; readonly uid?: string | undefined } = {},
): Promise<boolean> {
  const { graceSeconds, uid } = options
  try {
    await client.request({
      method: 'DELETE',
      path: objectPath(place, reference),
      body: {
        apiVersion: 'v1',
        kind: 'DeleteOptions',
        propagationPolicy: 'Background',
        ...(graceSeconds === undefined ? {} : { gracePeriodSeconds: graceSeconds }),
        ...(uid === undefined ? {} : { preconditions: { uid } }),
      },
      repeatable: true,
    })
    return true
  } catch (error) {
    if (isKubernetesError(error, 'kubernetes-not-found')) return false
    throw error
  }
}
