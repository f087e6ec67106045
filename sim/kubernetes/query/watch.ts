import type { Api } from '../api.ts'
import type { JsonObject } from '../json.ts'
import { groupVersion } from '../resources/resource.ts'
import { expired } from '../status.ts'
import type { Change } from '../store/store.ts'
import { type Selection, selectorOf } from './list.ts'
import type { Selector } from './selectors.ts'

/** Something that a watcher is told. */
export interface WatchEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK'
  readonly object: JsonObject
}

/** How to watch. */
export interface WatchOptions {
  /** Behind which revision; what is there is told first when it is absent or 0. */
  readonly revision?: string | undefined
  /** Whether to be told now and then how far the watch has come. */
  readonly bookmarks: boolean
  /** Whether to be told what is there first, with a mark at its end. */
  readonly initial: boolean
}

const BOOKMARK_MS = 60_000

/** Tells what happens to objects, until it is ended. */
export function watchObjects(
  api: Api,
  selection: Selection,
  { revision = '', bookmarks, initial }: WatchOptions,
  tell: (event: WatchEvent) => void,
): () => void {
  const { store, clock } = api
  const { storage } = selection.resource
  const selects = selectorOf(selection)
  const fromStart = initial || revision === '' || revision === '0'
  const since = fromStart ? store.revision() : Number(revision)
  if (since < store.oldest()) throw expired(`too old resource version: ${since} (${store.oldest()})`)
  let seen = Math.max(since, store.revision())
  const pass = (change: Change) => {
    seen = change.revision
    const event = eventFor(change, selects)
    if (event !== undefined) tell(event)
  }
  if (fromStart) for (const object of store.list(storage).filter(selects)) tell({ type: 'ADDED', object })
  if (initial) tell(bookmark(selection, store.revision(), { 'k8s.io/initial-events-end': 'true' }))
  for (const change of store.since(since, storage)) pass(change)
  const unsubscribe = store.subscribe((change) => {
    if (change.resource === storage) pass(change)
  })
  let cancel: () => void = () => undefined
  const remind = () => {
    cancel = clock.after(BOOKMARK_MS, () => {
      tell(bookmark(selection, Math.max(seen, store.revision())))
      remind()
    })
  }
  if (bookmarks) remind()
  return () => {
    unsubscribe()
    cancel()
  }
}

/** What a change is to somebody who selects: an object may come into view, or leave it, by being modified. */
function eventFor({ type, object, before }: Change, selects: Selector): WatchEvent | undefined {
  const now = type !== 'DELETED' && selects(object)
  const then = before !== undefined && selects(before)
  if (now) return { type: then ? 'MODIFIED' : 'ADDED', object }
  return then ? { type: 'DELETED', object } : undefined
}

function bookmark(
  { resource }: Selection,
  revision: number,
  annotations?: Readonly<Record<string, string>>,
): WatchEvent {
  const metadata = { creationTimestamp: null, resourceVersion: String(revision) }
  return {
    type: 'BOOKMARK',
    object: {
      kind: resource.kind,
      apiVersion: groupVersion(resource),
      metadata: annotations === undefined ? metadata : { ...metadata, annotations },
    },
  }
}
