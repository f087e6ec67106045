import { wait } from '../../world/clock.ts'
import type { KubernetesClient } from '../client/client.ts'
import { isKubernetesError, KubernetesError } from '../client/error.ts'
import type { Kind, KubernetesObject } from './kinds.ts'
import { collectionPath } from './paths.ts'
import { decode, listObjects, type Selection } from './read.ts'

/** Something that happened to an object. */
export interface WatchEvent<T> {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'
  readonly object: T
}

/** How to watch. */
export interface WatchOptions extends Selection {
  readonly signal: AbortSignal
  /** Behind which moment, as a list tells it; what is there is told first when it is absent. */
  readonly since?: string
}

const AGAIN_MS = 1000
// The server ends a watch by itself after this long, so that a dead connection is noticed in any case.
const ROUND_SECONDS = 290
const OPEN_MS = 30_000

/**
 * What happens to objects, for as long as the signal lets it: goes on where a connection broke off, and begins anew with
 * everything that is there when the server no longer knows what happened in between.
 */
export async function* watchObjects<T extends KubernetesObject>(
  client: KubernetesClient,
  kind: Kind<T>,
  options: WatchOptions,
): AsyncGenerator<WatchEvent<T>> {
  const { signal } = options
  let since = options.since
  while (!signal.aborted) {
    if (since === undefined) {
      const { items, resourceVersion } = await listObjects(client, kind, options)
      for (const object of items) yield { type: 'ADDED', object }
      since = resourceVersion
    }
    try {
      for await (const event of round(client, kind, options, since)) {
        since = event.object.metadata.resourceVersion ?? since
        if (event.type !== 'BOOKMARK') yield { type: event.type, object: event.object }
      }
    } catch (error) {
      if (signal.aborted) return
      if (isKubernetesError(error, 'kubernetes-expired')) since = undefined
      else if (!isKubernetesError(error) || error.again === 'never') throw error
      else await wait(client.clock, AGAIN_MS, signal).catch(() => undefined)
    }
  }
}

interface RawEvent<T> {
  readonly type: WatchEvent<T>['type'] | 'BOOKMARK'
  readonly object: T
}

async function* round<T extends KubernetesObject>(
  client: KubernetesClient,
  kind: Kind<T>,
  { namespace, labels, fields, signal }: WatchOptions,
  since: string,
): AsyncGenerator<RawEvent<T>> {
  const opened = await client.open({
    method: 'GET',
    path: collectionPath(kind, namespace),
    query: {
      watch: true,
      allowWatchBookmarks: true,
      resourceVersion: since,
      timeoutSeconds: ROUND_SECONDS,
      labelSelector: labels,
      fieldSelector: fields,
    },
    deadline: OPEN_MS,
    signal,
  })
  signal.addEventListener('abort', opened.abandon, { once: true })
  try {
    for await (const line of lines(opened.response)) yield readEvent<T>(line)
  } catch (error) {
    if (isKubernetesError(error)) throw error
    throw new KubernetesError('the connection of a watch broke', {
      code: 'kubernetes-connection-lost',
      again: 'unknown',
      cause: error,
    })
  } finally {
    signal.removeEventListener('abort', opened.abandon)
    opened.abandon()
  }
}

async function* lines(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of source) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = parts.pop() ?? ''
    yield* parts.filter((part) => part.trim() !== '')
  }
}

function readEvent<T extends KubernetesObject>(line: string): RawEvent<T> {
  const { type, object } = decode<{
    type: RawEvent<T>['type'] | 'ERROR'
    object: T & { code?: number; message?: string }
  }>(JSON.parse(line))
  if (type !== 'ERROR') return { type, object }
  const isExpired = object.code === 410
  throw new KubernetesError(`the watch ended: ${object.message ?? 'for no given reason'}`, {
    code: isExpired ? 'kubernetes-expired' : 'kubernetes-watch',
    again: isExpired ? 'never' : 'unknown',
    status: object.code,
  })
}
