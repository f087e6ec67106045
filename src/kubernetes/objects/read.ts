import type { KubernetesClient } from '../client/client.ts'
import { isKubernetesError, KubernetesError } from '../client/error.ts'
import type { Kind, KubernetesObject } from './kinds.ts'
import { collectionPath, objectPath, type Reference } from './paths.ts'

/** What of a kind is asked for. */
export interface Selection {
  readonly namespace?: string | undefined
  readonly labels?: string | undefined
  readonly fields?: string | undefined
}

// So many pods with everything in them stay below a few MiB.
const PAGE = 500

/** One object; nothing when there is none of that name. */
export async function getObject<T extends KubernetesObject>(
  client: KubernetesClient,
  kind: Kind<T>,
  reference: Reference,
): Promise<T | undefined> {
  try {
    return decode<T>(await client.request({ method: 'GET', path: objectPath(kind, reference) }))
  } catch (error) {
    if (isKubernetesError(error, 'kubernetes-not-found')) return undefined
    throw error
  }
}

/** A list and the moment that it shows, from where a watch can go on. */
export interface Listed<T> {
  readonly items: readonly T[]
  readonly resourceVersion: string
}

/** All objects of a selection, asked for page by page; begins anew once when the pages have become too old. */
export async function listObjects<T extends KubernetesObject>(
  client: KubernetesClient,
  kind: Kind<T>,
  selection: Selection = {},
): Promise<Listed<T>> {
  try {
    return await pages(client, kind, selection)
  } catch (error) {
    if (isKubernetesError(error, 'kubernetes-expired')) return await pages(client, kind, selection)
    throw error
  }
}

interface ListBody<T> {
  readonly metadata?: { readonly resourceVersion?: string; readonly continue?: string }
  readonly items?: readonly T[] | null
}

async function pages<T extends KubernetesObject>(
  client: KubernetesClient,
  kind: Kind<T>,
  { namespace, labels, fields }: Selection,
): Promise<Listed<T>> {
  const items: T[] = []
  let next: string | undefined
  for (;;) {
    const query = { limit: PAGE, labelSelector: labels, fieldSelector: fields, continue: next }
    const body = decode<ListBody<T>>(
      await client.request({ method: 'GET', path: collectionPath(kind, namespace), query }),
    )
    items.push(...(body.items ?? []))
    next = body.metadata?.continue
    if (next === undefined || next === '') return { items, resourceVersion: body.metadata?.resourceVersion ?? '' }
  }
}

/** Takes an answer for what was asked for: the API server has checked it against its own schema. */
export function decode<T extends object>(answer: unknown): T {
  if (isRecord<T>(answer)) return answer
  throw new KubernetesError('the API server answered with something that is no object', {
    code: 'kubernetes-answer',
    again: 'never',
  })
}

function isRecord<T extends object>(value: unknown): value is T {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
