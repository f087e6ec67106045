import type { KubernetesClient } from '../client/client.ts'
import { isKubernetesError, KubernetesError } from '../client/error.ts'
import type { KubernetesObject } from './kinds.ts'
import { objectPath, type Place } from './paths.ts'
import { decode } from './read.ts'
import { FIELD_MANAGER } from './write.ts'

/** How to apply. */
export interface ApplyOptions {
  /** Whether to take over fields that others own. */
  readonly force?: boolean
  /** Whether only to look what would come out. */
  readonly dryRun?: boolean
  readonly manager?: string
}

/** Applies an object on the server's side: creates it, or changes what it says and takes away what it no longer says. */
export async function applyObject<T extends KubernetesObject>(
  client: KubernetesClient,
  place: Place,
  object: T,
  { force = false, dryRun = false, manager = FIELD_MANAGER }: ApplyOptions = {},
): Promise<T> {
  const { name, namespace } = object.metadata
  try {
    const answer = await client.request({
      method: 'PATCH',
      path: objectPath(place, { name, namespace }),
      query: {
        fieldManager: manager,
        fieldValidation: 'Strict',
        force: force ? true : undefined,
        dryRun: dryRun ? 'All' : undefined,
      },
      contentType: 'application/apply-patch+yaml',
      body: object,
      repeatable: true,
    })
    return decode<T>(answer)
  } catch (error) {
    throw isKubernetesError(error, 'kubernetes-conflict') ? owned(error, place, object) : error
  }
}

/** Says who owns which fields that an object wants to set. */
function owned(
  error: KubernetesError,
  { kind }: Place,
  { metadata: { name, namespace } }: KubernetesObject,
): KubernetesError {
  const fields = error.causes.filter(({ reason }) => reason === 'FieldManagerConflict')
  if (fields.length === 0) return error
  const subject = `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`
  const list = fields.map(({ field, message }) => `${field} (${message.replace(/^conflict with /, '')})`).join(', ')
  return new KubernetesError(`${subject}: others own fields that it sets: ${list}`, {
    code: 'kubernetes-conflict',
    again: 'never',
    hint: 'leave these fields out of the manifest, or take them over on purpose',
    status: error.status,
    reason: error.reason,
    causes: fields,
    cause: error,
  })
}
